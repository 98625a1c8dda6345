extension JSONValue {
    /// Decodes the value at a tape index and all that is in it.
    init(_ storage: JSONStorage, at index: Int) {
        self = unsafe storage.bytes.withUnsafeBufferPointer { bytes in
            unsafe storage.tape.withUnsafeBufferPointer { tape in
                var decoder = unsafe TapeDecoder(bytes: bytes, tape: tape, index: index)
                return decoder.value()
            }
        }
    }
}
