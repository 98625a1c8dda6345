/// The version of this program, as `--version`, `User-Agent` and `rpc.discover` give it.
enum MarqueeVersion {
    static let current = "0.1.0"
    static let userAgent = "marquee/\(current)"
}
