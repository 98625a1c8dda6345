// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target of ours: Swift 6 mode, the language's announced defaults switched on early, and no warning left standing.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .treatAllWarnings(as: .error),
]

/// Targets that touch memory or C say so at every place, which is the security reviewer's map.
let strictMemory = strict + [.strictMemorySafety()]

let package = Package(
    name: "marquee",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "marquee", targets: ["marquee"]),
        .library(name: "MovieProviders", targets: ["MovieProviders"]),
        .library(name: "MovieProviderContract", targets: ["MovieProviderContract"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        // MARK: The domain, and the languages of wire and configuration: no I/O

        .target(name: "Platform", swiftSettings: strictMemory),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"], swiftSettings: strict),

        .target(name: "MovieDomain", dependencies: ["Platform"], swiftSettings: strictMemory),
        .testTarget(
            name: "MovieDomainTests",
            dependencies: ["MarqueeTestKit", "MovieDomain", "Platform"],
            swiftSettings: strict
        ),

        .target(name: "JSON", swiftSettings: strictMemory),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: strict),

        .systemLibrary(
            name: "CYAML",
            pkgConfig: "yaml-0.1",
            providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: strictMemory),
        .testTarget(name: "YAMLTests", dependencies: ["YAML"], swiftSettings: strict),

        .target(name: "HTTPModel", swiftSettings: strictMemory),
        .testTarget(name: "HTTPModelTests", dependencies: ["HTTPModel"], swiftSettings: strict),

        .target(name: "ProviderLanguage", dependencies: ["HTTPModel", "JSON", "YAML"], swiftSettings: strictMemory),
        .testTarget(
            name: "ProviderLanguageTests",
            dependencies: ["HTTPModel", "JSON", "ProviderLanguage", "YAML"],
            swiftSettings: strict
        ),

        // MARK: The wire

        .target(name: "JSONRPC", dependencies: ["JSON"], swiftSettings: strictMemory),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC"], swiftSettings: strict),

        // MARK: The way to the sources

        .target(name: "Upstream", dependencies: ["HTTPModel", "Platform"], swiftSettings: strictMemory),
        .testTarget(
            name: "UpstreamTests",
            dependencies: ["HTTPModel", "MarqueeTestKit", "Platform", "Upstream"],
            swiftSettings: strict
        ),

        .target(
            name: "MovieProviders",
            dependencies: [
                "BundledFiles", "HTTPModel", "JSON", "MovieDomain", "Platform", "ProviderLanguage", "Upstream",
            ],
            swiftSettings: strictMemory
        ),
        .target(name: "MovieProviderContract", dependencies: ["MovieProviders"], swiftSettings: strictMemory),
        .target(name: "BundledFiles", resources: [.embedInCode("Files")], swiftSettings: strictMemory),
        .testTarget(
            name: "MovieProvidersTests",
            dependencies: [
                "HTTPModel", "JSON", "MovieDomain", "MovieProviderContract", "MovieProviders", "Platform",
                "ProviderLanguage", "Upstream",
            ],
            swiftSettings: strict
        ),

        .target(
            name: "MovieHTTP",
            dependencies: [
                "HTTPModel", "Platform", "Upstream",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieHTTPTests",
            dependencies: [
                "HTTPModel", "MarqueeTestKit", "MovieHTTP", "Platform", "Upstream",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        .target(
            name: "MovieStore",
            dependencies: [
                "HTTPModel", "MovieDomain", "Platform", "Upstream", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieStoreTests",
            dependencies: [
                "HTTPModel", "MarqueeTestKit", "MovieDomain", "MovieStore", "Platform", "Upstream",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),

        // MARK: The program

        .target(
            name: "MovieService",
            dependencies: ["JSON", "JSONRPC", "MovieDomain"],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MovieServiceTests",
            dependencies: ["JSON", "JSONRPC", "MovieDomain", "MovieService", "Platform"],
            swiftSettings: strict
        ),

        .executableTarget(
            name: "marquee",
            dependencies: [
                "BundledFiles", "HTTPModel", "JSON", "JSONRPC", "MovieDomain", "MovieHTTP", "MovieProviders",
                "MovieService",
                "MovieStore", "Platform", "ProviderLanguage", "Upstream",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strictMemory
        ),
        .testTarget(
            name: "MarqueeTests",
            dependencies: [
                "JSON", "MarqueeTestKit", "marquee",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),

        // MARK: For tests and benchmarks only

        .target(name: "MarqueeTestKit", dependencies: ["JSONRPC", "Platform"], swiftSettings: strictMemory),
        .executableTarget(
            name: "marquee-bench",
            dependencies: ["JSON", "MarqueeTestKit", "MovieDomain", "MovieProviders", "ProviderLanguage"],
            path: "Benchmarks",
            exclude: ["Matching/matching-peer.py", "json/node-json.mjs", "mapping/mapping-peer.py"],
            swiftSettings: strict
        ),
    ]
)
