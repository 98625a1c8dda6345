/// One event of libyaml, copied into values of our own.
struct YAMLEvent {
    /// What was read.
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(YAMLNode.Scalar, Properties)
        case sequenceStart(Properties, isFlow: Bool)
        case sequenceEnd
        case mappingStart(Properties, isFlow: Bool)
        case mappingEnd
    }

    /// What may stand before a node.
    struct Properties {
        var anchor: String?
        var tag: String?
    }

    var kind: Kind
    var start: YAMLPosition
    var end: YAMLPosition
}
