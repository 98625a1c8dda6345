import MarqueeTestKit
import Testing

#if os(Linux)
/// Checks the ELF headers for protections against attackers who know addresses or overwrite memory.
@Suite("Hardening of the built program")
struct HardeningTests {
    /// The release that `make build` links: `$MARQUEE_BINARY`, or the existing one; `nil` if there is none.
    private static let releasePath: String? = {
        if let named = ProjectFiles.environment("MARQUEE_BINARY") { return named }
        let path = ProjectFiles.root + "/.build/release/marquee"
        return ProjectFiles.isExecutable(path) ? path : nil
    }()

    @Test("Every build is position-independent and has no memory that is both writable and executable")
    func everyBuild() throws {
        let program = try #require(ProjectFiles.builtProduct(), "the program is not built beside the tests")
        try expectHardening(of: try ProgramImage(at: program))
    }

    @Test(
        "The release binds library functions at its start and keeps constants read-only",
        .enabled(if: releasePath != nil, "needs a release: make build")
    )
    func release() throws {
        let image = try ProgramImage(at: try #require(Self.releasePath))
        try expectHardening(of: image)
        #expect(image.segments.contains { $0.kind == .readOnlyAfterRelocation }, "no RELRO: link with -z relro")
        #expect(image.bindsAtStart, "no BIND_NOW: link with -z now")
        let constants = try #require(image.constants, "there is no section .rodata")
        let home = try #require(
            image.segments.first { $0.kind == .loaded && $0.addresses.contains(constants.lowerBound) }
        )
        #expect(
            !home.isWritable,
            "\(constants.count) bytes of constants lie in writable memory: link with scripts/constants.ld"
        )
    }

    private func expectHardening(of image: ProgramImage) throws {
        #expect(image.isPositionIndependent, "it is loaded at a fixed address: do not link with -no-pie")
        let loaded = image.segments.filter { $0.kind == .loaded }
        #expect(!loaded.isEmpty)
        for segment in image.segments where segment.kind == .loaded || segment.kind == .stack {
            #expect(!(segment.isWritable && segment.isExecutable), "\(segment)")
        }
    }
}

/// The headers of a 64-bit ELF file in this machine's byte order, as far as they concern protection.
private struct ProgramImage {
    struct Segment {
        enum Kind: UInt64 {
            case loaded = 1
            case dynamic = 2
            case stack = 0x6474_E551
            case readOnlyAfterRelocation = 0x6474_E552
        }

        var kind: Kind
        var isWritable: Bool
        var isExecutable: Bool
        var addresses: Range<UInt64>
        var bytes: Range<Int>
    }

    let isPositionIndependent: Bool
    let segments: [Segment]
    /// Whether every library function is bound before the program's first line runs.
    let bindsAtStart: Bool
    /// The addresses of the section `.rodata`; `nil` if there is none.
    let constants: Range<UInt64>?

    init(at path: String) throws {
        let file = try ProjectFiles.read(path)
        try #require(file.starts(with: [0x7F, UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "F"), 2]), "\(path)")
        func number(at offset: Int, _ size: Int) -> UInt64 {
            file[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        isPositionIndependent = number(at: 16, 2) == 3

        let (first, size, count) = (Int(number(at: 32, 8)), Int(number(at: 54, 2)), Int(number(at: 56, 2)))
        let segments = (0..<count).compactMap { index -> Segment? in
            let entry = first + index * size
            guard let kind = Segment.Kind(rawValue: number(at: entry, 4)) else { return nil }
            let (flags, address, offset) = (
                number(at: entry + 4, 4), number(at: entry + 16, 8), Int(number(at: entry + 8, 8))
            )
            return Segment(
                kind: kind,
                isWritable: flags & 2 != 0,
                isExecutable: flags & 1 != 0,
                addresses: address..<(address + number(at: entry + 40, 8)),
                bytes: offset..<(offset + Int(number(at: entry + 32, 8)))
            )
        }
        self.segments = segments

        let dynamic = segments.first { $0.kind == .dynamic }?.bytes ?? 0..<0
        bindsAtStart = stride(from: dynamic.lowerBound, to: dynamic.upperBound, by: 16).contains { entry in
            let (tag, value) = (number(at: entry, 8), number(at: entry + 8, 8))
            // DT_BIND_NOW, DF_BIND_NOW in DT_FLAGS, DF_1_NOW in DT_FLAGS_1.
            return tag == 24 || tag == 30 && value & 8 != 0 || tag == 0x6FFF_FFFB && value & 1 != 0
        }

        let (sections, stride, names) = (Int(number(at: 40, 8)), Int(number(at: 58, 2)), Int(number(at: 62, 2)))
        let texts = Int(number(at: sections + names * stride + 24, 8))
        constants = (0..<Int(number(at: 60, 2))).lazy.map { sections + $0 * stride }
            .first { file[(texts + Int(number(at: $0, 4)))...].prefix { $0 != 0 }.elementsEqual(".rodata".utf8) }
            .map { number(at: $0 + 16, 8)..<(number(at: $0 + 16, 8) + number(at: $0 + 32, 8)) }
    }
}
#endif
