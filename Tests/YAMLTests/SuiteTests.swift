import Testing
import YAML

@Suite("The public YAML test suite")
struct SuiteTests {
    /// The outcome of a case.
    enum Outcome: Hashable {
        /// A valid text yields the tree that its events describe.
        case right
        /// A valid text yields a different tree.
        case different
        /// An invalid text is refused.
        case refusedRightly
        /// An invalid text is accepted.
        case acceptedWrongly
        /// A valid text is refused for the given reasons.
        case refused([YAMLError.Kind])
    }

    /// The cases with a wrong outcome, which is due either to this project's rules or to libyaml 0.2.5.
    static let exceptions: [Outcome: String] = [
        // Due to this project's rules.
        .refused([.empty]): "8G76 98YD AVM7",
        .refused([.severalDocuments]): """
        35KP 5TYM 6WLZ 6XDY 6ZKB 9DXL 9KAX 9WXW JHB9 KSS4 L383 PUW8 RZT7 U9NS
        """,
        // Due to libyaml.
        .refused([.syntax]): """
        2JQS 2LFX 2SXE 4ABK 4MUZ/00 4MUZ/01 4MUZ/02 58MP 5MUD 5T43 6BCT 6CA3 6LVF 6M2F 7Z25 8XYN 96NN/00
        96NN/01 9SA2 A2M4 BEC7 CFD4 DBG4 DK3J DK95/00 DK95/03 DK95/04 FP8R FRK4 HM87/00 HWV9 K3WX
        M2N8/00 M7A3 MUS6/05 MUS6/06 NHX8 NJ66 NKF9 Q5MG QT73 R4YG S3PD SM9W/01 UKK6/00 UT92 VJP3/01
        W4TN W5VH Y79Y/001 Y79Y/010
        """,
        .acceptedWrongly: "9C9N 9JBA CVW2 DK95/01 G5U8 MUS6/00 QB6E S98Z SU5Z X4QW Y79Y/003 YJV2",
        .different: "652Z HM87/01 JEF9/02 L24T/01 Y2GN",
    ]

    @Test("Every case has the right outcome, apart from the listed exceptions")
    func suite() throws {
        let cases = try SuiteCase.all()
        #expect(cases.count == 402)
        let outcomes = Dictionary(grouping: cases, by: Self.outcome).mapValues { $0.map(\.id) }
        #expect(outcomes[.right]?.count == 235)
        #expect(outcomes[.refusedRightly]?.count == 82)
        for (outcome, ids) in outcomes where outcome != .right && outcome != .refusedRightly {
            #expect(ids == Self.exceptions[outcome]?.split { $0 == " " || $0 == "\n" }.map(String.init), "\(outcome)")
        }
        #expect(outcomes.count == Self.exceptions.count + 2)
    }

    private static func outcome(of suiteCase: SuiteCase) -> Outcome {
        let reading = YAMLReader.read(Array(suiteCase.text.utf8))
        guard reading.errors.isEmpty, let root = reading.root else {
            return suiteCase.isInvalid == true ? .refusedRightly : .refused(reading.errors.map(\.kind))
        }
        if suiteCase.isInvalid == true { return .acceptedWrongly }
        return EventNotation.events(of: root) == EventNotation.reduced(suiteCase.events) ? .right : .different
    }
}
