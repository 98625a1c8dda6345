import MarqueeTestKit
import MovieDomain
import MovieMatching
import MovieStore
import Platform
import Testing

@testable import MovieAggregation

/// Names of invented films, each with what it is, identified with a source that has these films and their namesakes.
///
/// The names in `tuned.tsv` may be looked at while the reader of names is changed. Those in `kept-apart.tsv` show what it
/// does with names that nobody looked at: only their numbers are printed (`make test-names`).
@Suite("A corpus of names", .timeLimit(.minutes(10)))
struct NameCorpusTests {
    private static let counts = ProjectFiles.environment("MARQUEE_NAMES") == "1"

    @Test("No name of the corpus is taken for another film, and nine of ten are identified")
    func tuned() async throws {
        let result = try await NameCorpus("tuned").identified()
        if Self.counts { print("names that the reader was made for: \(result.summary)") }
        #expect(result.wrong.isEmpty, "\(result.wrong.joined(separator: "\n"))")
        #expect(result.right.count * 10 >= result.count * 9, "\(result.undecided.joined(separator: "\n"))")
    }

    @Test("Names that nobody looked at are counted", .enabled(if: counts, "only by make test-names"))
    func keptApart() async throws {
        let result = try await NameCorpus("kept-apart").identified()
        print("names that nobody looked at: \(result.summary)")
        #expect(result.count == 150)
    }
}

/// The names of a file, one a line: the name, the title, the year, and an id or what else it is, between tabs.
private struct NameCorpus {
    struct Line {
        let name: String
        let title: String
        let year: Int?
        let mark: String

        var film: MovieFacts {
            var ids = ["shelf": "\(title) \(year.map(String.init) ?? "-")"]
            if let id = MovieID(parsing: mark) { ids[id.namespace] = id.value }
            return MovieFacts(ids: ids, title: title, year: year ?? 2001)
        }
    }

    struct Outcome {
        var right: [String] = []
        var undecided: [String] = []
        var wrong: [String] = []

        var count: Int { right.count + undecided.count + wrong.count }
        var summary: String {
            "\(right.count) right, \(undecided.count) undecided, \(wrong.count) wrong, of \(count)"
        }
    }

    let lines: [Line]

    init(_ file: String) throws {
        let text = try ProjectFiles.text(ProjectFiles.root + "/Tests/Fixtures/names/\(file).tsv")
        lines = text.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) + ["", "", ""]
            return Line(name: cells[0], title: cells[1], year: Int(cells[2]), mark: cells[3])
        }
    }

    func identified() async throws -> Outcome {
        let shelf = WordShelf(films)
        let library = LibraryFile(
            inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 1_795_186_800)),
            mostRemembered: 0
        )
        let catalogue = Catalogue.scripted([shelf.repository], library: library)
        let found = try await IdentifyNames(names: lines.map(\.name)).run(in: catalogue).names
        var outcome = Outcome()
        for (line, name) in zip(lines, found) {
            let seen = "\(line.name): \(name.status) \(name.movie?.facts.title?.text ?? name.reading.title)"
            switch Self.verdict(on: name, line) {
            case true?: outcome.right.append(seen)
            case false?: outcome.wrong.append(seen)
            case nil: outcome.undecided.append(seen)
            }
        }
        return outcome
    }

    /// Whether a name was identified rightly; `nil` if the answer leaves it open.
    private static func verdict(on name: IdentifiedName, _ line: Line) -> Bool? {
        if line.mark == "episode" || name.status == .episode {
            return (line.mark == "episode") == (name.status == .episode)
        }
        if (line.mark == "extra") != (name.reading.extra != nil) { return false }
        if let movie = name.movie { return movie.facts.ids["shelf"] == line.film.ids["shelf"] }
        // Without a year, nothing more than the title can be known.
        return line.year == nil && name.candidates.first?.facts.title?.text == line.title ? true : nil
    }

    /// The films of the lines, and others for which they could be taken.
    private var films: [MovieFacts] {
        var films: [MovieFacts] = []
        var known: Set<String> = []
        func add(_ film: MovieFacts) {
            if let id = film.ids["shelf"], known.insert(id).inserted { films.append(film) }
        }
        func namesake(_ title: some StringProtocol, _ year: Int) {
            let id = "\(title) \(year)"
            add(MovieFacts(ids: ["shelf": id], title: String(title), year: year))
        }
        let dated = Set(lines.filter { $0.year != nil }.map(\.title))
        for line in lines where line.mark != "episode" && (line.year != nil || !dated.contains(line.title)) {
            // A film of several lines has one id.
            if let id = MovieID(parsing: line.mark), let place = films.firstIndex(where: { $0.ids == line.film.ids }) {
                films[place].ids[id.namespace] = id.value
            }
            add(line.film)
        }
        for line in lines where line.mark != "episode" {
            let words = line.title.split(separator: " ")
            if let year = line.year, words.count > 2 { namesake(words.dropLast().joined(separator: " "), year) }
            for number in line.name.split(whereSeparator: { !$0.isNumber }) where number.count == 4 {
                if let year = Int(number), (1890...2026).contains(year), year != line.year {
                    namesake(line.title, year)
                }
            }
        }
        for title in ["Making Of", "Interview", "Ending", "Trailer", "Sample", "Teaser", "Gag Reel"] {
            namesake(title, 2016)
        }
        return films
    }
}
