/// A map that is being decoded by its construct.
struct Record {
    let node: SourceNode
    let construct: Construct

    /// Reports what is no map, unknown keys and missing keys; `nil` where there is no map to look into.
    init?(_ node: SourceNode, _ construct: Construct, _ decoding: inout Decoding) {
        guard let entries = node.entries else {
            let names = construct.names
            let keys = names.count <= 6 ? "; its keys are \(names.joined(separator: ", "))" : ""
            decoding.mismatch("a map (\(construct.name))", node, hint: keys)
            return nil
        }
        self.node = node
        self.construct = construct
        for entry in entries where !construct.names.contains(entry.key) {
            decoding.unknown(entry, in: construct.name, among: construct.names)
        }
        for entry in construct.requiredEntries where !decoding.isPartial && node[entry.name] == nil {
            let example = entry.example ?? entry.form.onlyText
            let hint = example.map { ", such as \(entry.name): \($0)" } ?? ""
            decoding.error("\(construct.name) needs '\(entry.name)'\(hint)", at: node.location)
        }
    }

    /// The value of a key, or its default; `nil` where it is absent or wrong.
    func value<Value>(_ key: Key<Value>, _ decoding: inout Decoding) -> Value? {
        if let node = node[key.name] {
            return decoding.at(key.name) { decoding in key.shape.decode(node, &decoding) }
        }
        return key.defaultValue
    }

    /// Whether a key was written.
    func has<Value>(_ key: Key<Value>) -> Bool {
        node[key.name] != nil
    }

    /// Where a key was written, or the map itself.
    func location<Value>(of key: Key<Value>) -> SourceLocation {
        node.entries?.first { $0.key == key.name }?.keyLocation ?? node.location
    }
}
