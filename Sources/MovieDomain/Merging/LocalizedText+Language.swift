extension LocalizedText {
    /// The place of its language among the wanted ones; those that are not wanted come after them all.
    func rank(in wanted: [String]) -> Int {
        guard !wanted.isEmpty else { return 0 }
        let language = language ?? (text.hasHangul ? "ko" : nil)
        return wanted.firstIndex { Language.matches(language, wanted: $0) } ?? wanted.count
    }
}
