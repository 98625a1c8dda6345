import MovieDomain
import MovieStore

/// What stands between the sources and the world for as long as the program runs, whatever definitions are in force.
struct LiveParts {
    /// The layers over the network.
    let stack: UpstreamStack
    /// The user's library; `nil` where nobody knows where to keep it.
    let library: LibraryFile?
    /// Where notes about matches are kept.
    let book: any MatchBook

    /// Writes what waits to be kept, in a quarter of a second for each file.
    func close() async {
        _ = await stack.file?.close(within: 250)
        _ = await library?.close(within: 250)
    }
}
