/// The files from `Files/` that are embedded in the program.
///
/// This is a separate target, because the compiler needs half a minute for byte arrays of this size, and so needs it
/// only when one of the files changes.
package enum BundledFiles {
    /// The definition of the Korean Film Council's API.
    package static var kofic: [UInt8] { PackageResources.kofic_yaml }
    /// The definition of a YTS-style API.
    package static var yts: [UInt8] { PackageResources.yts_yaml }
    /// The definition of TMDB's API.
    package static var tmdb: [UInt8] { PackageResources.tmdb_yaml }
    /// The definition of OMDb's API.
    package static var omdb: [UInt8] { PackageResources.omdb_yaml }
    /// The definition of TVMaze's API.
    package static var tvmaze: [UInt8] { PackageResources.tvmaze_yaml }
    /// The standard configuration: the repository's own `providers.yaml`.
    package static var providers: [UInt8] { PackageResources.providers_yaml }
    /// The definition of a source for `--demo` only, with the operations that the other sources lack.
    package static var demoProvider: [UInt8] { PackageResources.demo_yaml }
    /// The recording that `--demo` plays.
    package static var demo: [UInt8] { PackageResources.demo_json }
}
