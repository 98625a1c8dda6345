extension JSONStorage {
    /// Calls with the bytes a word stands for.
    @inline(__always)
    func withBytes<Result>(of word: TapeWord, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe body(UnsafeBufferPointer(rebasing: buffer[word.range]))
        }
    }

    /// The text of a string's or name's word, escapes decoded.
    func string(of word: TapeWord) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe TapeString.decoded(word, in: $0) }
    }

    /// The bytes of a word as a string, just as they are.
    func plainString(of word: TapeWord) -> String {
        unsafe bytes.withUnsafeBufferPointer { unsafe TapeString.plain(word, in: $0) }
    }

    /// The text of a string's or name's word in UTF-8, escapes decoded.
    func stringBytes(of word: TapeWord) -> [UInt8] {
        word.kind == .escapedString ? unescaped(word) : Array(bytes[word.range])
    }

    /// Whether the word is a string of exactly these code points.
    func isString(_ word: TapeWord, _ text: String) -> Bool {
        // Most names already differ in length, which is known without a look at their bytes.
        guard word.length == text.utf8.count || word.kind == .escapedString else { return false }
        var text = text
        return text.withUTF8 { unsafe isString(word, $0) }
    }

    /// Whether the word is a string with exactly these bytes.
    func isString(_ word: TapeWord, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        switch word.kind {
        case .string, .unicodeString:
            return unsafe withBytes(of: word) { unsafe ByteRun.areEqual($0, text) }
        case .escapedString:
            return unsafe unescaped(word).elementsEqual(text)
        default:
            return false
        }
    }

    private func unescaped(_ word: TapeWord) -> [UInt8] {
        unsafe withBytes(of: word) { unsafe StringEscapes.decode($0) }
    }
}
