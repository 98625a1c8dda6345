/// `map`: a table of values by their text.
enum ValueTableConstruct {
    static let results: Shape<[String: ValueTable.Result]> = {
        let expectation = "a map from the source's text to a value"
        let form = Form.map(
            keys: .text("the source's text"),
            values: .either([.text("a value"), .nothing])
        )
        return Shape(expectation, form: form) {
            node,
            decoding in
            guard let entries = node.entries else {
                decoding.mismatch(expectation, node)
                return nil
            }
            var results: [String: ValueTable.Result] = [:]
            for entry in entries {
                guard let text = entry.value.text else {
                    decoding.mismatch("a value", entry.value)
                    continue
                }
                let isNothing = entry.value.isPlain && ["", "~", "null"].contains(text)
                results[entry.key] = isNothing ? .drop : .text(text)
            }
            return results
        }
    }()

    static func otherwise(_ text: String) -> ValueTable.Otherwise {
        switch text {
        case "keep": .keep
        case "drop": .drop
        default: .text(text)
        }
    }
}
