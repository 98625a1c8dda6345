import CPCRE2

/// A regular expression in Perl's syntax, matched by PCRE2 within limits.
///
/// A backtracking engine takes exponential time for some pairs of pattern and text, and quadratic time for simple ones
/// such as `a.*z`. Here, a match that needs more steps, depth, or memory than ``Limits`` allow ends with an error,
/// whatever the pattern.
///
/// PCRE2's own step limit counts only backtracking, and starts anew at each position: `a*[bc]` on 60 kB of `a` passes
/// over two billion bytes within it. Therefore PCRE2 calls back before each item of the pattern, and the bytes passed
/// over since the previous callback are counted.
///
/// See [pcre2callout](https://www.pcre.org/current/doc/html/pcre2callout.html).
@safe package final class RegularExpression: Sendable {
    /// The limits for searching one text.
    package struct Limits: Sendable {
        /// The pattern items tried in the whole text; 16 bytes that an item passes over count as one more.
        package var steps = 4_000_000
        /// The backtracking steps at one position where a match may begin.
        package var backtracksAtPlace: UInt32 = 200_000
        /// The nested backtracking points.
        package var depth: UInt32 = 10_000
        /// The memory in kibibytes.
        package var heapKiB: UInt32 = 4_096
        /// The length of the longest text, in bytes of UTF-8.
        package var textBytes = 64 << 10

        package init() {}
    }

    /// The reason why a match failed with an error.
    package enum MatchError: Error, Hashable, Sendable {
        case textTooLong
        /// The match exceeded its limit on steps, depth, or memory.
        case limitExceeded
    }

    /// The reason why a pattern is not a regular expression.
    package struct SyntaxError: Error, Hashable, Sendable {
        /// The error message of PCRE2.
        package let message: String
        /// The position in the pattern, in bytes of UTF-8.
        package let offset: Int
    }

    /// The ranges of a match and its groups, in bytes of UTF-8; `nil` for a group that did not participate.
    package struct Match: Hashable, Sendable {
        package let groups: [Range<Int>?]

        /// The range of the whole match.
        package var range: Range<Int> { groups.first.flatMap(\.self) ?? 0..<0 }
    }

    package static let maximumPatternBytes = 4_096

    package let pattern: String
    /// The number of groups of the pattern.
    package let groupCount: Int
    private let limits: Limits
    // Safe because PCRE2 never changes compiled code, and any number of threads may use it at once.
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
        let options =
            UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_AUTO_CALLOUT)
        guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil) else {
            throw SyntaxError(message: Self.message(number), offset: offset)
        }
        unsafe self.code = code
        var groups: UInt32 = 0
        unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
        groupCount = Int(groups)
        self.pattern = pattern
        self.limits = limits
    }

    deinit { unsafe pcre2_code_free_8(code) }

    /// Returns the first match, or `nil` if there is none; adds the steps it may have taken to `steps`.
    package func firstMatch(in text: [UInt8], steps: inout Int) throws(MatchError) -> Match? {
        let matcher = try matcher(for: text)
        defer { steps += matcher.steps }
        return try matcher.next(from: 0)
    }

    /// Replaces every match with its replacement; throws if the result is longer than `maximumBytes`.
    package func replacing(
        in text: [UInt8],
        with replacement: (Match) -> [UInt8],
        maximumBytes: Int,
        steps: inout Int
    ) throws(MatchError) -> [UInt8] {
        let matcher = try matcher(for: text)
        defer { steps += matcher.steps }
        var result: [UInt8] = []
        var copied = 0
        var start = 0
        while start <= text.count, let match = try matcher.next(from: start) {
            // `\K` can make a match begin before the end of the previous one.
            result += text[copied..<max(copied, match.range.lowerBound)]
            result += replacement(match)
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
        return unsafe Matcher(code: code, text: text, limits: limits)
    }

    private static func message(_ number: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe pcre2_get_error_message_8(number, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "error \(number)"
    }

    /// The steps left for the matches in a text, and the position that the current match has reached.
    private struct Meter {
        /// The number of bytes that count as a step.
        private static let stride = 16

        var left: Int
        private var position = 0

        init(left: Int) { self.left = left }

        /// Begins a match, at a fixed cost before its first step.
        mutating func begin(at start: Int) -> Bool {
            left -= 16
            position = start
            return left >= 0
        }

        /// Returns whether the match may go on, now at this position.
        mutating func reach(_ next: Int) -> Bool {
            left -= 1 + max(0, next - position) / Self.stride
            position = next
            return left >= 0
        }
    }

    /// A search for the matches in one text, with its memory and the steps it took.
    @safe private final class Matcher {
        private let code: OpaquePointer
        private let text: [UInt8]
        private let limits: Limits
        private let data: OpaquePointer?
        private let context: OpaquePointer?
        private let meter: UnsafeMutablePointer<Meter>
        /// Whether PCRE2 has already checked that the text is valid UTF-8.
        private var isChecked = false

        init(code: OpaquePointer, text: [UInt8], limits: Limits) {
            unsafe self.code = code
            self.text = text
            self.limits = limits
            unsafe data = pcre2_match_data_create_from_pattern_8(code, nil)
            unsafe context = pcre2_match_context_create_8(nil)
            unsafe meter = .allocate(capacity: 1)
            unsafe meter.initialize(to: Meter(left: limits.steps))
            unsafe pcre2_set_depth_limit_8(context, limits.depth)
            unsafe pcre2_set_heap_limit_8(context, limits.heapKiB)
            unsafe pcre2_set_match_limit_8(context, limits.backtracksAtPlace)
            unsafe pcre2_set_callout_8(
                context,
                { block, meter in
                    guard let block = unsafe block, let meter = unsafe meter else { return PCRE2_ERROR_CALLOUT }
                    let position = unsafe block.pointee.current_position
                    let goesOn = unsafe meter.assumingMemoryBound(to: Meter.self).pointee.reach(position)
                    return goesOn ? 0 : PCRE2_ERROR_CALLOUT
                },
                meter
            )
        }

        deinit {
            unsafe pcre2_match_data_free_8(data)
            unsafe pcre2_match_context_free_8(context)
            unsafe meter.deallocate()
        }

        var steps: Int { unsafe limits.steps - meter.pointee.left }

        /// Returns the first match that begins at `start` or later.
        func next(from start: Int) throws(MatchError) -> Match? {
            guard let data = unsafe data, let context = unsafe context, unsafe meter.pointee.begin(at: start) else {
                throw .limitExceeded
            }
            let options = isChecked ? UInt32(PCRE2_NO_UTF_CHECK) : 0
            let count = unsafe pcre2_match_8(code, text, text.count, start, options, data, context)
            guard count >= 0 || count == PCRE2_ERROR_NOMATCH else { throw .limitExceeded }
            isChecked = true
            if count == PCRE2_ERROR_NOMATCH { return nil }
            guard let bounds = unsafe pcre2_get_ovector_pointer_8(data) else { throw .limitExceeded }
            let groups = (0..<Int(count)).map { group -> Range<Int>? in
                let (lower, upper) = unsafe (bounds[2 * group], bounds[2 * group + 1])
                guard lower >= 0, lower <= upper, upper <= text.count else { return nil }
                return lower..<upper
            }
            return Match(groups: groups)
        }
    }
}

extension [UInt8] {
    /// Returns the end of the UTF-8 character that begins at an offset; one past the end of the array for its end.
    fileprivate func endOfCharacter(at offset: Int) -> Int {
        var end = offset + 1
        while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
