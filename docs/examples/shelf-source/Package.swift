// swift-tools-version: 6.2
import PackageDescription

// A source of one's own in Swift: a package that depends on Marquee's library, registers a kind, and holds it to the
// contract that every source keeps. In a package of yours the dependency is an address, not a path.
let package = Package(
    name: "shelf-source",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "marquee", path: "../../..")],
    targets: [
        .target(name: "Shelf", dependencies: [.product(name: "MovieProviders", package: "marquee")]),
        .executableTarget(
            name: "shelf-films",
            dependencies: [
                "Shelf", .product(name: "MovieProviders", package: "marquee"),
                .product(name: "MovieProviderContract", package: "marquee"),
            ]
        ),
    ]
)
