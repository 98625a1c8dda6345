extension StringProtocol where SubSequence == Substring {
    /// The text without white space at its ends.
    var trimmed: Substring {
        var trimmed = self[...]
        while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return trimmed
    }
}
