import Testing

@testable import MovieDomain

@Suite("What two lists of directors say about each other")
struct NameAgreementTests {
    private func agreement(_ left: [Person], _ right: [Person]) -> NameAgreement {
        var scanner = TitleScanner()
        return NameAgreement(
            left.flatMap { $0.comparableNames(scanner: &scanner) },
            right.flatMap { $0.comparableNames(scanner: &scanner) }
        )
    }

    @Test(
        arguments: [
            (["BONG Joon-ho"], ["Joon-ho Bong"], "equal"), (["BONG Joon-ho"], ["Bong Joonho"], "equal"),
            (["봉준호"], ["봉 준호"], "equal"), (["Pedro Almodóvar"], ["ALMODOVAR Pedro"], "equal"),
            (["A B", "Joel Coen"], ["Ethan Coen", "Joel Coen"], "equal"),
            (["BONG Joon-ho"], ["Bong Jun-ho"], "similar"), (["Park Chan-wook"], ["Pak Chanuk"], "similar"),
            (["Kim Ki-duk"], ["Kim Jee-woon"], "contradicting"), (["봉준호"], ["박찬욱"], "contradicting"),
            (["봉준호"], ["Bong Joon Ho"], "unknown"), ([], ["Bong Joon Ho"], "unknown"),
        ]
    )
    func names(left: [String], right: [String], verdict: String) {
        let verdictOfLeft = agreement(left.map { Person(name: $0) }, right.map { Person(name: $0) })
        #expect("\(verdictOfLeft)" == verdict)
        let turned = agreement(right.map { Person(name: $0) }, left.map { Person(name: $0) })
        #expect("\(turned)" == verdict)
    }

    @Test("a Korean and a Latin name of one person are compared each with its kind")
    func bothScripts() {
        let kofic = [Person(name: "봉준호", nameEn: "BONG Joon-ho")]
        #expect(agreement(kofic, [Person(name: "Bong Joon Ho")]) == .equal)
        #expect(agreement(kofic, [Person(name: "봉준호")]) == .equal)
        #expect(agreement(kofic, [Person(name: "Park Chan-wook")]) == .contradicting)
    }
}
