import CPCRE2

/// A regular expression in Perl's syntax, matched by PCRE2 within limits.
///
/// A backtracking engine takes exponential time for some pairs of pattern and text, and quadratic time for plain ones such
/// as `a.*z`. Here a match that needs more steps, depth or memory than ``Limits`` allow ends with an error, whatever the
/// pattern.
///
/// See [pcre2api](https://www.pcre.org/current/doc/html/pcre2api.html), "The match context".
@safe package final class RegularExpression: Sendable {
    /// What looking through one text may take.
    package struct Limits: Sendable {
        /// Steps of the matching function, in the whole text.
        package var steps = 8_000_000
        /// Steps at one place where a match may begin.
        package var stepsAtPlace: UInt32 = 200_000
        /// Nested backtracking points.
        package var depth: UInt32 = 10_000
        /// Memory in kibibytes.
        package var heapKiB: UInt32 = 4_096
        /// The longest text that is looked at, in bytes of UTF-8.
        package var textBytes = 64 << 10

        package init() {}
    }

    /// Why a text was not matched.
    package enum MatchError: Error, Hashable, Sendable {
        /// The text is longer than the limit.
        case textTooLong
        /// The match took more steps, depth or memory than its limits.
        case limitExceeded
    }

    /// Why a pattern is not a regular expression.
    package struct SyntaxError: Error, Hashable, Sendable {
        /// PCRE2's own words.
        package let message: String
        /// Where in the pattern, in bytes of UTF-8.
        package let offset: Int
    }

    /// Where a match and its groups lie, in bytes of UTF-8; `nil` for a group that took no part.
    package struct Match: Hashable, Sendable {
        package let groups: [Range<Int>?]

        /// The whole match.
        package var range: Range<Int> { groups.first.flatMap(\.self) ?? 0..<0 }
    }

    package static let maximumPatternBytes = 4_096

    package let pattern: String
    private let limits: Limits
    /// Whether the pattern may say itself where a match may begin (`(*SKIP)`, `\G`), so that no place can be tried alone.
    private let choosesPlaces: Bool
    // Safe because PCRE2 never changes compiled code, and any number of threads may match with it.
    private nonisolated(unsafe) let code: OpaquePointer

    /// Compiles a pattern.
    package init(_ pattern: String, limits: Limits = Limits()) throws(SyntaxError) {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= Self.maximumPatternBytes else {
            throw SyntaxError(
                message: "expected at most \(Self.maximumPatternBytes) bytes, found \(bytes.count)",
                offset: Self.maximumPatternBytes
            )
        }
        var number: Int32 = 0
        var offset = 0
        let options = UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C)
        guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil) else {
            throw SyntaxError(message: Self.message(number), offset: offset)
        }
        unsafe self.code = code
        self.pattern = pattern
        self.limits = limits
        choosesPlaces = pattern.contains("(*") || pattern.contains("\\G")
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// The first match, `nil` where there is none; what it may have taken is added to `steps`.
    package func firstMatch(in text: [UInt8], steps: inout Int) throws(MatchError) -> Match? {
        let matcher = try matcher(for: text)
        defer { steps += matcher.steps }
        return try matcher.next(from: 0)
    }

    /// The text with every match replaced by plain text, at most `maximumBytes` long.
    package func replacing(
        in text: [UInt8],
        with replacement: [UInt8],
        maximumBytes: Int,
        steps: inout Int
    ) throws(MatchError) -> [UInt8] {
        let matcher = try matcher(for: text)
        defer { steps += matcher.steps }
        var result: [UInt8] = []
        var copied = 0
        var start = 0
        while start <= text.count, let match = try matcher.next(from: start) {
            // `\K` can begin a match before the end of the one before it.
            result += text[copied..<max(copied, match.range.lowerBound)]
            result += replacement
            guard result.count <= maximumBytes else { throw .limitExceeded }
            copied = max(copied, match.range.upperBound)
            start = copied > start ? copied : text.endOfCharacter(at: start)
        }
        result += text[copied...]
        guard result.count <= maximumBytes else { throw .limitExceeded }
        return result
    }

    private func matcher(for text: [UInt8]) throws(MatchError) -> Matcher {
        guard text.count <= limits.textBytes else { throw .textTooLong }
        return unsafe Matcher(code: code, text: text, limits: limits, choosesPlaces: choosesPlaces)
    }

    private static func message(_ number: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe pcre2_get_error_message_8(number, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "error \(number)"
    }

    /// The matches in one text: their memory, and what they took.
    @safe private final class Matcher {
        /// Steps that are enough at nearly every place.
        private static let fewSteps: UInt32 = 64

        private enum Outcome {
            case match(Match)
            case none
            case tooManySteps
        }

        private let code: OpaquePointer
        private let text: [UInt8]
        private let limits: Limits
        private let choosesPlaces: Bool
        private let data: OpaquePointer?
        private let context: OpaquePointer?
        /// Whether PCRE2 has looked through the text for bytes that are not UTF-8; once is enough.
        private var isChecked = false
        private(set) var steps = 0

        init(code: OpaquePointer, text: [UInt8], limits: Limits, choosesPlaces: Bool) {
            unsafe self.code = code
            self.text = text
            self.limits = limits
            self.choosesPlaces = choosesPlaces
            unsafe data = pcre2_match_data_create_from_pattern_8(code, nil)
            unsafe context = pcre2_match_context_create_8(nil)
            unsafe pcre2_set_depth_limit_8(context, limits.depth)
            unsafe pcre2_set_heap_limit_8(context, limits.heapKiB)
        }

        deinit {
            unsafe pcre2_match_data_free_8(data)
            unsafe pcre2_match_context_free_8(context)
        }

        /// The first match that begins at `start` or later.
        ///
        /// PCRE2 counts its steps anew at each place, so the limit of a place would hold as often as the text has bytes.
        /// Every place gets few steps at first. Where that is not enough, the places are tried one by one, and counted.
        func next(from start: Int) throws(MatchError) -> Match? {
            switch try attempt(from: start, steps: Self.fewSteps) {
            case .match(let match):
                try spend(max(0, match.range.upperBound - start) + 1, times: Self.fewSteps / 2)
                return match
            case .none:
                try spend(text.count - start + 1, times: Self.fewSteps / 2)
                return nil
            case .tooManySteps: break
            }
            guard !choosesPlaces else { return try nextAtOnce(from: start) }
            var place = start
            while place <= text.count {
                if let match = try match(at: place) { return match }
                place = text.endOfCharacter(at: place)
            }
            return nil
        }

        /// The match that begins at this very place; it gets more steps until they are enough.
        private func match(at place: Int) throws(MatchError) -> Match? {
            var allowed = Self.fewSteps
            while true {
                try spend(1, times: allowed)
                switch try attempt(from: place, steps: allowed, options: UInt32(PCRE2_ANCHORED)) {
                case .match(let match): return match
                case .none: return nil
                case .tooManySteps:
                    guard allowed < limits.stepsAtPlace else { throw .limitExceeded }
                    allowed = min(allowed * 8, limits.stepsAtPlace)
                }
            }
        }

        /// The same without a look at single places: all of them share what is left.
        private func nextAtOnce(from start: Int) throws(MatchError) -> Match? {
            let places = text.count - start + 1
            let allowed = min(limits.stepsAtPlace, UInt32(clamping: (limits.steps - steps) / places))
            try spend(places, times: allowed)
            switch try attempt(from: start, steps: allowed) {
            case .match(let match): return match
            case .none: return nil
            case .tooManySteps: throw .limitExceeded
            }
        }

        private func spend(_ count: Int, times each: UInt32) throws(MatchError) {
            steps += count * Int(each)
            guard steps <= limits.steps else { throw .limitExceeded }
        }

        private func attempt(from start: Int, steps: UInt32, options: UInt32 = 0) throws(MatchError) -> Outcome {
            guard let data = unsafe data, let context = unsafe context else { throw .limitExceeded }
            unsafe pcre2_set_match_limit_8(context, steps)
            let options = isChecked ? options | UInt32(PCRE2_NO_UTF_CHECK) : options
            let count = unsafe pcre2_match_8(code, text, text.count, start, options, data, context)
            guard count >= 0 || count == PCRE2_ERROR_NOMATCH || count == PCRE2_ERROR_MATCHLIMIT else {
                throw .limitExceeded
            }
            isChecked = true
            if count == PCRE2_ERROR_NOMATCH { return .none }
            if count == PCRE2_ERROR_MATCHLIMIT { return .tooManySteps }
            guard let bounds = unsafe pcre2_get_ovector_pointer_8(data) else { throw .limitExceeded }
            let groups = (0..<Int(count)).map { group -> Range<Int>? in
                let (lower, upper) = unsafe (bounds[2 * group], bounds[2 * group + 1])
                guard lower >= 0, lower <= upper, upper <= text.count else { return nil }
                return lower..<upper
            }
            return .match(Match(groups: groups))
        }
    }
}

extension [UInt8] {
    /// Where the character of UTF-8 ends that begins here; one past the end for the end.
    fileprivate func endOfCharacter(at offset: Int) -> Int {
        var end = offset + 1
        while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
