import BundledFiles
package import ProviderLanguage

extension BundledDefinition {
    /// The definitions that come with the program, for `extends`.
    package static var all: [BundledDefinition] {
        [
            BundledDefinition(id: "kofic", file: "kofic.yaml", bytes: BundledFiles.kofic),
            BundledDefinition(id: "yts", file: "yts.yaml", bytes: BundledFiles.yts),
            BundledDefinition(id: "tmdb", file: "tmdb.yaml", bytes: BundledFiles.tmdb),
            BundledDefinition(id: "omdb", file: "omdb.yaml", bytes: BundledFiles.omdb),
            BundledDefinition(id: "tvmaze", file: "tvmaze.yaml", bytes: BundledFiles.tvmaze),
        ]
    }
}
