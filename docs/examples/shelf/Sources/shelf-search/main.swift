import MarqueeApp
import MovieDomain
import Shelf

// usage: shelf-search CONFIG WORDS
let marquee = try await Application(
    configurationFile: CommandLine.arguments[1],
    kinds: [ProviderKind("shelf") { settings in try Shelf(settings) }],
    keepsAnswers: false
)

let found = try await marquee.search(CommandLine.arguments[2])
for film in found.movies {
    let movie = try await marquee.movie(film.id).movie
    let providers = movie.facts.ids.keys.sorted().joined(separator: " ")
    print(movie.id, movie.facts.title?.text ?? "", providers, separator: "\t")
}

await marquee.close()
