internal import CBundledFiles

/// The files that are embedded in the program, from `Files/`.
package enum BundledFiles {
    /// The definition of the Korean Film Council's API.
    package static var kofic: [UInt8] { unsafe bytes(bundled_kofic) }
    /// The definition of a YTS-style API.
    package static var yts: [UInt8] { unsafe bytes(bundled_yts) }
    /// The definition of TMDB's API.
    package static var tmdb: [UInt8] { unsafe bytes(bundled_tmdb) }
    /// The definition of OMDb's API.
    package static var omdb: [UInt8] { unsafe bytes(bundled_omdb) }
    /// The definition of TVMaze's API.
    package static var tvmaze: [UInt8] { unsafe bytes(bundled_tvmaze) }
    /// The standard configuration: the repository's own `providers.yaml`.
    package static var providers: [UInt8] { unsafe bytes(bundled_providers) }
    /// The definition of a source for `--demo` only, with the operations that the other sources lack.
    package static var demoProvider: [UInt8] { unsafe bytes(bundled_demo_provider) }
    /// The recording that `--demo` plays.
    package static var demo: [UInt8] { unsafe bytes(bundled_demo) }
    /// The manual page.
    package static var manual: [UInt8] { unsafe bytes(bundled_manual) }

    private static func bytes(_ file: bundled_file) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
