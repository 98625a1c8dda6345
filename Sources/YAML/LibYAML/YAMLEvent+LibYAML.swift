internal import CYAML

extension YAMLEvent {
    /// Copies an event of libyaml, which stays the caller's to delete.
    init(copying event: borrowing yaml_event_t) {
        let data = unsafe event.data
        switch unsafe event.type {
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = unsafe .alias(String(copying: data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe data.scalar
            let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = unsafe .scalar(
                YAMLNode.Scalar(text: String(decoding: text, as: UTF8.self), style: .init(scalar.style)),
                Properties(anchor: scalar.anchor, tag: scalar.tag)
            )
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe data.sequence_start
            kind = unsafe .sequenceStart(
                Properties(anchor: start.anchor, tag: start.tag),
                isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE
            )
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_START_EVENT:
            let start = unsafe data.mapping_start
            kind = unsafe .mappingStart(
                Properties(anchor: start.anchor, tag: start.tag),
                isFlow: start.style == YAML_FLOW_MAPPING_STYLE
            )
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        default: kind = .streamStart
        }
        start = unsafe YAMLPosition(event.start_mark)
        end = unsafe YAMLPosition(event.end_mark)
    }
}

extension YAMLEvent.Properties {
    fileprivate init(anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?) {
        unsafe self.init(anchor: String(copying: anchor), tag: String(copying: tag))
    }
}

extension YAMLNode.Scalar.Style {
    fileprivate init(_ style: yaml_scalar_style_t) {
        self =
            switch style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
    }
}

extension YAMLPosition {
    /// Makes a position of a mark of libyaml, which counts lines and characters from 0.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}

extension String {
    /// Copies a text of libyaml that ends with a zero byte.
    fileprivate init?(copying text: UnsafeMutablePointer<yaml_char_t>?) {
        guard let text = unsafe text else { return nil }
        unsafe self.init(cString: text)
    }
}
