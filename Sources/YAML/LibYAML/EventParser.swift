internal import CYAML

/// libyaml's event parser over a text that it owns; everything of C's is freed when it goes away.
@safe
struct EventParser: ~Copyable {
    /// On the heap because libyaml keeps the parser's own address inside the parser.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Makes a parser of a text that is known to be UTF-8.
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

    /// Reads the next event, or throws what libyaml says, still in libyaml's words.
    mutating func next() throws(LoaderError) -> YAMLEvent {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw unsafe LoaderError(parser.pointee) }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe YAMLEvent(copying: event)
    }
}
