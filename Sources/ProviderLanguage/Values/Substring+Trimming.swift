extension Substring {
    /// The text without white space at its ends.
    var trimmed: Substring {
        // Most texts have none: then their first and last bytes are visible ASCII, and no character need be looked at.
        if let first = utf8.first, let last = utf8.last, first.isVisibleASCII, last.isVisibleASCII { return self }
        var trimmed = self
        while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return trimmed
    }
}

extension String {
    /// The text without white space at its ends, as a view.
    var trimmed: Substring { self[...].trimmed }

    /// The text without white space at its ends; the very same where there is none.
    var trimmedText: String {
        // Most texts begin and end with visible ASCII, which needs no look at characters.
        let isTrimmed = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.first?.isVisibleASCII ?? true && bytes.last?.isVisibleASCII ?? true
        }
        if isTrimmed == true { return self }
        let trimmed = trimmed
        return trimmed.utf8.count == utf8.count ? self : String(trimmed)
    }
}

extension UInt8 {
    fileprivate var isVisibleASCII: Bool { self > 0x20 && self < 0x7F }
}
