// swift-tools-version: 6.2
import PackageDescription

// Marquee with a provider of its own. In a package of yours the dependency is an address, not a path.
let package = Package(
    name: "shelf",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "marquee", path: "../../..")],
    targets: [
        .target(name: "Shelf", dependencies: [.product(name: "MovieDomain", package: "marquee")]),
        .executableTarget(
            name: "shelf-marquee",
            dependencies: [
                "Shelf", .product(name: "MarqueeApp", package: "marquee"),
                .product(name: "MovieDomain", package: "marquee"),
            ]
        ),
        .executableTarget(
            name: "shelf-search",
            dependencies: [
                "Shelf", .product(name: "MarqueeApp", package: "marquee"),
                .product(name: "MovieDomain", package: "marquee"),
            ]
        ),
        .executableTarget(
            name: "box-office",
            dependencies: [
                .product(name: "MarqueeApp", package: "marquee"), .product(name: "MovieDomain", package: "marquee"),
            ]
        ),
        .testTarget(
            name: "ShelfTests",
            dependencies: ["Shelf", .product(name: "MovieProviderContract", package: "marquee")]
        ),
    ]
)
