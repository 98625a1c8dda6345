import CPCRE2

/// A regular expression in Perl's syntax, matched by PCRE2 within limits.
///
/// A backtracking engine takes exponential time for some pairs of pattern and text, and quadratic time for plain ones such
/// as `a.*z`. Here a match that needs more steps, depth or memory than ``Limits`` allow ends with an error, whatever the
/// pattern.
///
/// PCRE2's own limit on steps counts backtracking alone, and anew at each place: `a*[bc]` on 60 kB of `a` passes two
/// billion bytes within it. So PCRE2 calls back before each item of the pattern, and the bytes passed since are counted.
///
/// See [pcre2callout](https://www.pcre.org/current/doc/html/pcre2callout.html).
@safe package final class RegularExpression: Sendable {
    /// What looking through one text may take.
    package struct Limits: Sendable {
        /// Items of the pattern that are tried in the whole text; 16 bytes that one of them passes count as another.
        package var steps = 4_000_000
        /// Steps back at one place where a match may begin.
        package var backtracksAtPlace: UInt32 = 200_000
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
        let options =
            UInt32(PCRE2_UTF) | UInt32(PCRE2_UCP) | UInt32(PCRE2_NEVER_BACKSLASH_C) | UInt32(PCRE2_AUTO_CALLOUT)
        guard let code = unsafe pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil) else {
            throw SyntaxError(message: Self.message(number), offset: offset)
        }
        unsafe self.code = code
        self.pattern = pattern
        self.limits = limits
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
        return unsafe Matcher(code: code, text: text, limits: limits)
    }

    private static func message(_ number: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = unsafe pcre2_get_error_message_8(number, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "error \(number)"
    }

    /// What the matches of a text may still take, and where the one under way has got to.
    private struct Meter {
        /// Bytes that count as a step.
        private static let stride = 16

        var left: Int
        private var position = 0

        init(left: Int) { self.left = left }

        /// Begins a match, which takes something before its first step.
        mutating func begin(at start: Int) -> Bool {
            left -= 16
            position = start
            return left >= 0
        }

        /// Whether the match may go on, at this position now.
        mutating func reach(_ next: Int) -> Bool {
            left -= 1 + max(0, next - position) / Self.stride
            position = next
            return left >= 0
        }
    }

    /// The matches in one text: their memory, and what they took.
    @safe private final class Matcher {
        private let code: OpaquePointer
        private let text: [UInt8]
        private let limits: Limits
        private let data: OpaquePointer?
        private let context: OpaquePointer?
        private let meter: UnsafeMutablePointer<Meter>
        /// Whether PCRE2 has looked through the text for bytes that are not UTF-8; once is enough.
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

        /// The first match that begins at `start` or later.
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
    /// Where the character of UTF-8 ends that begins here; one past the end for the end.
    fileprivate func endOfCharacter(at offset: Int) -> Int {
        var end = offset + 1
        while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}
