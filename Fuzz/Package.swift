// swift-tools-version: 6.2
// Builds the wire, the layers before the network, and the readers of sources and definitions for libFuzzer and with
// sanitizers, which the main package never does. The sources are links to those of the main package. No other package
// is needed, so the build is quick.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// The settings for tests under ThreadSanitizer, which needs locks that it can follow.
let followed: [SwiftSetting] = [.define("MARQUEE_TSAN")]

/// Whether `make fuzz` builds the package: every target gets libFuzzer's counters and AddressSanitizer's checks.
let isFuzzing = Context.environment["MARQUEE_FUZZ"] == "1"
let counters: [SwiftSetting] =
    isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing", "-parse-as-library"])] : []

let fuzzer: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]

var targets: [Target] = [
    .target(name: "JSON", swiftSettings: strict + counters),
    .target(name: "CProcess"),
    .target(name: "Platform", dependencies: ["CProcess"], swiftSettings: strict + (isFuzzing ? counters : followed)),
    .target(
        name: "JSONRPC",
        dependencies: ["JSON", "Platform"],
        swiftSettings: strict + (isFuzzing ? counters : followed)
    ),
    .target(name: "MovieDomain", dependencies: ["Platform"], swiftSettings: strict + (isFuzzing ? counters : followed)),
    .target(
        name: "MarqueeTestKit",
        dependencies: ["MovieDomain", "Platform"],
        swiftSettings: strict + (isFuzzing ? counters : followed)
    ),
]
if isFuzzing {
    targets += [
        .executableTarget(
            name: "wire-fuzz",
            dependencies: ["JSON", "JSONRPC", "MarqueeTestKit"],
            swiftSettings: strict + counters,
            linkerSettings: fuzzer
        ),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: strict + counters),
        .target(name: "PCRE2", dependencies: ["CPCRE2"], swiftSettings: strict + counters),
        .target(name: "MovieMatching", dependencies: ["MovieDomain", "Platform"], swiftSettings: strict + counters),
        .target(name: "HTTPModel", dependencies: ["MovieDomain", "Platform"], swiftSettings: strict + counters),
        .target(
            name: "ProviderLanguage",
            dependencies: ["HTTPModel", "JSON", "MovieDomain", "PCRE2", "Platform", "YAML"],
            swiftSettings: strict + counters
        ),
        .target(
            name: "MovieHTTP",
            dependencies: ["CCurl", "CZlib", "HTTPModel", "MovieDomain", "Platform"],
            swiftSettings: strict + counters
        ),
        // Only the lines.
        .target(
            name: "FilmLists",
            dependencies: ["JSON", "MovieDomain", "MovieMatching"],
            swiftSettings: strict + counters
        ),
        .executableTarget(
            name: "source-fuzz",
            dependencies: [
                "FilmLists", "HTTPModel", "JSON", "MovieDomain", "MovieHTTP", "MovieMatching", "ProviderLanguage",
            ],
            swiftSettings: strict + counters,
            linkerSettings: fuzzer
        ),
    ]
} else {
    targets += [
        .testTarget(
            name: "JSONRPCTests",
            dependencies: ["JSON", "JSONRPC", "MarqueeTestKit", "Platform"],
            swiftSettings: strict + followed
        ),
        .target(name: "HTTPModel", dependencies: ["MovieDomain", "Platform"], swiftSettings: strict + followed),
        .target(
            name: "Upstream",
            dependencies: ["HTTPModel", "MovieDomain", "Platform"],
            swiftSettings: strict + followed
        ),
        .testTarget(
            name: "UpstreamTests",
            dependencies: ["HTTPModel", "MarqueeTestKit", "MovieDomain", "Platform", "Upstream"],
            swiftSettings: strict + followed
        ),
    ]
}

let package = Package(name: "wire", platforms: [.macOS(.v15)], targets: targets)
