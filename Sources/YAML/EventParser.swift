internal import CYAML

/// libyaml's event parser with its own copy of the text; frees all C memory when it is destroyed.
@safe
struct EventParser: ~Copyable {
    /// The parser, on the heap because libyaml stores the parser's own address inside it.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Creates a parser of a text that must be UTF-8.
    init(_ bytes: ArraySlice<UInt8>) throws(YAMLError) {
        unsafe parser = .allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw .outOfMemory(at: .start)
        }
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    mutating func next() throws(LoaderError) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw unsafe LoaderError(parser.pointee) }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe YAMLEvent(copying: event)
    }
}

/// The error at which libyaml stopped, in its own words and with its own marks.
struct LoaderError: Error {
    /// Whether libyaml ran out of memory; nothing else is known then.
    var isOutOfMemory: Bool
    /// The problem, such as "did not find expected key".
    var problem: String
    var position: YAMLPosition
    /// The context, such as "while parsing a block mapping".
    var context: String?
    /// Where the context begins.
    var contextPosition: YAMLPosition?

    init(_ parser: borrowing yaml_parser_t) {
        isOutOfMemory = unsafe parser.error == YAML_MEMORY_ERROR
        problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "the text is not valid YAML"
        position = unsafe YAMLPosition(parser.problem_mark)
        context = unsafe parser.context.map { unsafe String(cString: $0) }
        let mark = unsafe parser.context_mark
        contextPosition = context == nil ? nil : YAMLPosition(mark)
    }
}

/// An event of libyaml, copied into Swift values.
struct YAMLEvent {
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(YAMLNode.Scalar, anchor: String?)
        case collectionStart(isMapping: Bool, isFlow: Bool, anchor: String?)
        case collectionEnd
    }

    var kind: Kind
    var start: YAMLPosition
    var end: YAMLPosition
    var tag: String? = nil
}

extension YAMLEvent {
    /// Copies a libyaml event, which the caller still has to delete.
    init(copying event: borrowing yaml_event_t) {
        let data = unsafe event.data
        var tag: String?
        switch unsafe event.type {
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = unsafe .alias(String(copying: data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe data.scalar
            tag = unsafe String(copying: scalar.tag)
            let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = unsafe .scalar(
                YAMLNode.Scalar(text: String(decoding: text, as: UTF8.self), style: .init(scalar.style)),
                anchor: String(copying: scalar.anchor)
            )
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe data.sequence_start
            tag = unsafe String(copying: start.tag)
            let isFlow = unsafe start.style == YAML_FLOW_SEQUENCE_STYLE
            kind = unsafe .collectionStart(isMapping: false, isFlow: isFlow, anchor: String(copying: start.anchor))
        case YAML_MAPPING_START_EVENT:
            let start = unsafe data.mapping_start
            tag = unsafe String(copying: start.tag)
            let isFlow = unsafe start.style == YAML_FLOW_MAPPING_STYLE
            kind = unsafe .collectionStart(isMapping: true, isFlow: isFlow, anchor: String(copying: start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .collectionEnd
        default: kind = .streamStart
        }
        start = unsafe YAMLPosition(event.start_mark)
        end = unsafe YAMLPosition(event.end_mark)
        // `!!str` and the like say what a text is anyway, and `!` that it is one.
        let isOwn = tag == "!" || tag?.hasPrefix("tag:yaml.org,2002:") == true
        self.tag = isOwn ? nil : tag
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
    /// Converts a mark of libyaml, which counts lines and characters from 0.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}

extension String {
    /// Copies a zero-terminated text of libyaml.
    fileprivate init?(copying text: UnsafeMutablePointer<yaml_char_t>?) {
        guard let text = unsafe text else { return nil }
        unsafe self.init(cString: text)
    }
}
