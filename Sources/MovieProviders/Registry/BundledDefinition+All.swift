import BundledFiles
package import ProviderLanguage

extension BundledDefinition {
    /// The definitions that come with the program, for `extends`.
    package static var all: [BundledDefinition] {
        [
            BundledDefinition(id: "kofic", file: "kofic.yaml", bytes: BundledFiles.kofic),
            BundledDefinition(id: "yts", file: "yts.yaml", bytes: BundledFiles.yts),
        ]
    }
}
