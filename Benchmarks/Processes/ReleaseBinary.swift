import MarqueeTestKit

/// The measured program: `$MARQUEE_BINARY`, or the release build of this checkout.
enum ReleaseBinary {
    static var path: String? {
        let candidates = [ProjectFiles.environment("MARQUEE_BINARY"), ProjectFiles.root + "/.build/release/marquee"]
        return candidates.compactMap(\.self).first(where: ProjectFiles.isExecutable)
    }
}
