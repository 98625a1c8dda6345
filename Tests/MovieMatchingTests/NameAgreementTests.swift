import MovieDomain
import Testing

@testable import MovieMatching

@Suite("What two lists of directors say about each other")
struct NameAgreementTests {
    /// Compares the directors of two films with these titles.
    private func agreement(_ left: [Person], _ right: [Person], titles: [String] = ["x", "x"]) -> NameAgreement {
        var table = FilmTable()
        for (source, people) in [left, right].enumerated() {
            table.begin(source: table.addSource(named: "\(source)"))
            table.add(title: titles[source])
            for person in people { table.add(director: person.name, person.nameEn) }
            table.end()
        }
        table.addSounds()
        var comparer = PairComparer(table, weights: .standard)
        return comparer.compare(0, 1).directorAgreement
    }

    @Test(
        arguments: [
            (["BONG Joon-ho"], ["Joon-ho Bong"], "equal"), (["BONG Joon-ho"], ["Bong Joonho"], "equal"),
            (["봉준호"], ["봉 준호"], "equal"), (["Pedro Almodóvar"], ["ALMODOVAR Pedro"], "equal"),
            (["A B", "Joel Coen"], ["Ethan Coen", "Joel Coen"], "equal"),
            (["BONG Joon-ho"], ["Bong Jun-ho"], "similar"), (["Park Chan-wook"], ["Pak Chanuk"], "similar"),
            (["Alejandro González Iñárritu"], ["Alejandro G. Iñárritu"], "similar"),
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

    @Test(
        "names in two scripts are compared by their sound where titles are",
        arguments: [
            ("라세 할스트롬", "Lasse Hallström", NameAgreement.soundingAlike),
            ("스티븐 스필버그", "Steven Spielberg", .soundingAlike), ("팀 버튼", "Ridley Scott", .soundingApart),
        ]
    )
    func acrossScripts(korean: String, latin: String, verdict: NameAgreement) {
        let titles = ["가나다", "Abc"]
        #expect(agreement([Person(name: korean)], [Person(name: latin)], titles: titles) == verdict)
    }
}
