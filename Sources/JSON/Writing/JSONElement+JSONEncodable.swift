extension JSONElement: JSONEncodable {
    /// Writes the value and all that is in it; strings and numbers go out in the notation they came in.
    package func encode(to writer: inout JSONWriter) {
        if storage.isCompact && !writer.isPretty {
            writer.raw(text)
        } else {
            unsafe storage.bytes.withUnsafeBufferPointer { bytes in
                unsafe storage.tape.withUnsafeBufferPointer { tape in
                    let walk = unsafe TapeWalk(bytes: bytes, tape: tape)
                    _ = walk.write(at: index, to: &writer)
                }
            }
        }
    }
}
