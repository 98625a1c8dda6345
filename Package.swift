// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target: Swift 6 mode, upcoming language features, and warnings as errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// Settings with strict memory safety: each use of unsafe memory or C is marked, so that a security review can find it.
let strictMemory = strict + [.strictMemorySafety()]

/// A library of the system; its module map is in Sources/System.
func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])]
    )
}

// The targets stand in the order of docs/architecture.md, the lowest first.
let package = Package(
    name: "marquee",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "marquee", targets: ["marquee"]),
        .library(name: "MarqueeApp", targets: ["MarqueeApp"]),
        .library(name: "MovieDomain", targets: ["MovieDomain"]),
        .library(name: "MovieProviderContract", targets: ["MovieProviderContract"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // MARK: The system: its libraries, and what is read and written with them

        // Version 7.87 or later; the header in Sources/System/CCurl gives the reason and refuses older ones.
        library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
        library("CPCRE2", pkgConfig: "libpcre2-8", apt: "libpcre2-dev", brew: "pcre2"),
        library("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
        library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
        library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev", brew: "jpeg-turbo"),
        library("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
        library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),

        .target(name: "CProcess"),
        .target(name: "Platform", dependencies: ["CProcess"], swiftSettings: strictMemory),
        .testTarget(name: "PlatformTests", dependencies: ["MarqueeTestKit", "Platform"], swiftSettings: strict),

        .target(name: "JSON", swiftSettings: strictMemory),
        .testTarget(
            name: "JSONTests",
            dependencies: ["JSON", "MarqueeTestKit"],
            exclude: ["Suite"],
            swiftSettings: strict
        ),

        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: strictMemory),
        .testTarget(
            name: "YAMLTests",
            dependencies: ["MarqueeTestKit", "YAML"],
            exclude: ["Suite"],
            swiftSettings: strict
        ),

        .target(name: "XML", dependencies: ["CExpat", "JSON"], swiftSettings: strictMemory),
        .testTarget(name: "XMLTests", dependencies: ["JSON", "XML"], swiftSettings: strict),

        .target(name: "ZIP", dependencies: ["CZlib"], swiftSettings: strictMemory),
        .testTarget(name: "ZIPTests", dependencies: ["MarqueeTestKit", "ZIP"], swiftSettings: strict),

        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strictMemory),
        .testTarget(name: "SQLiteTests", dependencies: ["MarqueeTestKit", "SQLite"], swiftSettings: strict),

        .target(name: "PCRE2", dependencies: ["CPCRE2"], swiftSettings: strictMemory),
        .testTarget(name: "PCRE2Tests", dependencies: ["PCRE2"], swiftSettings: strict),

        .target(name: "ImageDecoding", dependencies: ["CPNG", "CTurboJPEG"], swiftSettings: strictMemory),
        .testTarget(
            name: "ImageDecodingTests",
            dependencies: ["ImageDecoding", "MarqueeTestKit"],
            swiftSettings: strict
        ),

        // MARK: The domain: films, and which records are one

        .target(name: "MovieDomain", dependencies: ["Platform"], swiftSettings: strictMemory),
        .testTarget(
            name: "MovieDomainTests",
            dependencies: ["MarqueeTestKit", "MovieDomain", "Platform"],
            swiftSettings: strict
        ),

        .target(name: "MovieMatching", dependencies: ["MovieDomain", "Platform"], swiftSettings: strictMemory),
        .testTarget(
            name: "MovieMatchingTests",
            dependencies: ["MarqueeTestKit", "MovieAggregation", "MovieDomain", "MovieMatching"],
            swiftSettings: strict
        ),

        .target(
            name: "MovieAggregation",
            dependencies: ["MovieDomain", "MovieMatching", "Platform"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieAggregationTests",
            dependencies: [
                "MarqueeTestKit", "MovieAggregation", "MovieDomain", "MovieMatching", "MovieStore", "Platform",
            ],
            swiftSettings: strict
        ),

        // MARK: The language: what providers.yaml says

        .target(name: "HTTPModel", dependencies: ["MovieDomain", "Platform"], swiftSettings: strictMemory),
        .testTarget(
            name: "HTTPModelTests",
            dependencies: ["HTTPModel", "MarqueeTestKit", "MovieDomain"],
            swiftSettings: strict
        ),

        .target(
            name: "ProviderLanguage",
            dependencies: ["HTTPModel", "JSON", "MovieDomain", "PCRE2", "Platform", "YAML"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "ProviderLanguageTests",
            dependencies: ["HTTPModel", "JSON", "MarqueeTestKit", "MovieDomain", "Platform", "ProviderLanguage"],
            swiftSettings: strict
        ),

        // MARK: The wire

        .target(name: "JSONRPC", dependencies: ["JSON", "Platform"], swiftSettings: strictMemory),
        .testTarget(
            name: "JSONRPCTests",
            dependencies: ["JSON", "JSONRPC", "MarqueeTestKit", "Platform"],
            swiftSettings: strict
        ),

        // MARK: The sources: how they are asked, and what is kept of their answers

        .target(
            name: "Upstream",
            dependencies: ["HTTPModel", "JSON", "MovieDomain", "Platform"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "UpstreamTests",
            dependencies: ["HTTPModel", "JSON", "MarqueeTestKit", "MovieDomain", "Platform", "Upstream"],
            swiftSettings: strict
        ),

        .target(
            name: "MovieHTTP",
            dependencies: ["CCurl", "CZlib", "HTTPModel", "MovieDomain", "Platform"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieHTTPTests",
            dependencies: ["HTTPModel", "MarqueeTestKit", "MovieDomain", "MovieHTTP", "Platform"],
            swiftSettings: strict
        ),

        .target(
            name: "MovieStore",
            dependencies: ["HTTPModel", "MovieDomain", "Platform", "SQLite", "Upstream"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieStoreTests",
            dependencies: [
                "HTTPModel", "MarqueeTestKit", "MovieDomain", "MovieStore", "Platform", "SQLite", "Upstream",
            ],
            swiftSettings: strict
        ),

        .target(
            name: "MovieImages",
            dependencies: ["HTTPModel", "MovieDomain", "Platform"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieImagesTests",
            dependencies: ["HTTPModel", "MovieDomain", "MovieImages"],
            swiftSettings: strict
        ),

        .target(name: "CBundledFiles"),
        .target(
            name: "BundledFiles",
            dependencies: ["CBundledFiles"],
            exclude: ["Files"],
            swiftSettings: strictMemory
        ),

        .target(
            name: "MovieProviders",
            dependencies: [
                "BundledFiles", "HTTPModel", "JSON", "MovieDomain", "Platform", "ProviderLanguage", "Upstream", "XML",
                "ZIP",
            ],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieProvidersTests",
            dependencies: [
                "DefinitionTools", "HTTPModel", "JSON", "MarqueeTestKit", "MovieAggregation", "MovieDomain",
                "MovieProviderContract", "MovieProviders", "MovieStore", "Platform", "ProviderLanguage", "Upstream",
            ],
            swiftSettings: strict
        ),

        .target(name: "MovieProviderContract", dependencies: ["MovieDomain"], swiftSettings: strictMemory),

        // MARK: The service: the methods

        .target(
            name: "MovieService",
            dependencies: ["JSON", "JSONRPC", "MovieAggregation", "MovieDomain", "Platform", "XML"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieServiceTests",
            dependencies: [
                "JSON", "JSONRPC", "MarqueeTestKit", "MovieAggregation", "MovieDomain", "MovieService", "MovieStore",
                "Platform",
            ],
            swiftSettings: strict
        ),

        // MARK: The tools: for lists of films, and for definitions while they are written

        .target(
            name: "FilmLists",
            dependencies: ["JSON", "MovieAggregation", "MovieDomain", "MovieMatching", "MovieService", "Platform"],
            swiftSettings: strictMemory
        ),

        .target(
            name: "DefinitionTools",
            dependencies: [
                "BundledFiles", "HTTPModel", "JSON", "MovieDomain", "MovieProviders", "Platform", "ProviderLanguage",
                "Upstream",
            ],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "DefinitionToolsTests",
            dependencies: [
                "DefinitionTools", "HTTPModel", "JSON", "MarqueeTestKit", "MovieDomain", "MovieProviders", "Platform",
                "ProviderLanguage", "Upstream",
            ],
            swiftSettings: strict
        ),

        // MARK: The dialects of assistants and editors

        .target(
            name: "MCPServer",
            dependencies: ["JSON", "JSONRPC", "MovieAggregation", "MovieDomain", "MovieService", "Platform"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MCPServerTests",
            dependencies: [
                "JSON", "JSONRPC", "MCPServer", "MarqueeTestKit", "MovieAggregation", "MovieDomain", "MovieService",
            ],
            swiftSettings: strict
        ),

        .target(
            name: "LanguageServer",
            dependencies: [
                "DefinitionTools", "JSON", "JSONRPC", "MovieDomain", "MovieProviders", "Platform", "ProviderLanguage",
            ],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "DefinitionTools", "JSON", "JSONRPC", "LanguageServer", "MovieDomain", "Platform", "ProviderLanguage",
            ],
            swiftSettings: strict
        ),

        // MARK: The application

        .target(
            name: "MarqueeApp",
            dependencies: [
                "BundledFiles", "DefinitionTools", "FilmLists", "HTTPModel", "ImageDecoding", "JSON", "JSONRPC",
                "LanguageServer", "MCPServer", "MovieAggregation", "MovieDomain", "MovieHTTP", "MovieImages",
                "MovieMatching", "MovieProviders", "MovieService", "MovieStore", "Platform", "ProviderLanguage",
                "Upstream", "ZIP",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strictMemory
        ),
        .executableTarget(name: "marquee", dependencies: ["MarqueeApp"], swiftSettings: strictMemory),
        .testTarget(
            name: "MarqueeTests",
            dependencies: [
                "ImageDecoding", "JSON", "MarqueeApp", "MarqueeTestKit", "MovieAggregation", "MovieDomain",
                "MovieService", "Platform", "marquee",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),

        // MARK: For tests and benchmarks only

        .target(
            name: "MarqueeTestKit",
            dependencies: ["JSON", "MovieDomain", "Platform"],
            swiftSettings: strictMemory
        ),
        .executableTarget(
            name: "marquee-bench",
            dependencies: [
                "JSON", "MarqueeTestKit", "MovieAggregation", "MovieDomain", "MovieMatching", "MovieProviders",
                "Platform",
                "ProviderLanguage",
            ],
            path: "Benchmarks",
            exclude: ["Matching/matching-peer.py", "json/node-json.mjs", "mapping/mapping-peer.py"],
            swiftSettings: strict
        ),
    ]
)

// `make test TESTS="JSONTests XMLTests"` builds and runs these targets alone, for a short way from an edit to its tests.
if let asked = Context.environment["MARQUEE_TESTS"]?.split(separator: " ").map(String.init), !asked.isEmpty {
    package.targets.removeAll { $0.type == .test && !asked.contains($0.name) }
}
