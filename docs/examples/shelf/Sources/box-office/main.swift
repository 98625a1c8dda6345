import MarqueeApp
import MovieDomain

// usage: box-office FOLDER      FOLDER is where the library is stored
let marquee = try await Application(dataFolder: CommandLine.arguments[1], isDemo: true)

let chart = try await marquee.boxOffice()
print("Box office of \(chart.period.from)")
for film in chart.films.prefix(3) {
    print(film.figures.rank, film.movie.facts.title?.text ?? "", film.figures.audience.count ?? 0, separator: "\t")
}

if let first = chart.films.first {
    try await marquee.addBookmark(first.movie.id)
    try await marquee.putCard(CardChange(stars: 4.5, comment: "The stairs!"), of: first.movie.id)
}
for bookmark in try await marquee.bookmarks() { print("bookmarked", bookmark.film.title, separator: "\t") }
for card in try await marquee.cards() { print("\(card.stars ?? 0) stars", card.film.title, separator: "\t") }

await marquee.close()
