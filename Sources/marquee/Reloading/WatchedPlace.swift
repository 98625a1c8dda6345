#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A name in a folder that tells of a change when something else takes it.
struct WatchedPlace: Hashable, Sendable {
    /// A folder that is there.
    var folder: String
    var name: String

    /// Links are followed so far.
    private static let mostLinks = 10

    /// The places of a file: its own, those of every link on the way to it, and of the first folder that is missing.
    ///
    /// Editors replace files by other ones, which the folder tells of and the file does not. A folder that is a link counts
    /// too: that is how whole configurations are exchanged at once.
    ///
    /// `link` says where a link leads to, as it is written, and `isThere` whether there is something at a path.
    static func places(
        of path: String,
        link: (String) -> String? = WatchedPlace.target,
        isThere: (String) -> Bool = { unsafe access($0, F_OK) == 0 }
    ) -> [WatchedPlace] {
        var places: [WatchedPlace] = []
        var pending = [path]
        var links = 0
        while let path = pending.popLast(), links <= mostLinks {
            guard let place = WatchedPlace(path, isThere) else { continue }
            if !places.contains(place) { places.append(place) }
            if let target = link(place.folder) {
                links += 1
                pending.append(resolved(target, from: place.folder))
            }
            if let parent = WatchedPlace(place.folder, isThere), link(place.folder) != nil, !places.contains(parent) {
                places.append(parent)
            }
            if let target = link(path) {
                links += 1
                pending.append(resolved(target, from: path))
            }
        }
        return places
    }

    init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// The place of a path in its folder, or of the first of its folders that is missing.
    private init?(_ path: String, _ isThere: (String) -> Bool) {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        let name = String(path[path.index(after: slash)...])
        guard !isThere(folder), folder != "/" else {
            self.init(folder: folder, name: name)
            return
        }
        self.init(folder, isThere)
    }

    private static func resolved(_ target: String, from link: String) -> String {
        if target.hasPrefix("/") { return target }
        let folder = link.lastIndex(of: "/").map { link[..<$0] } ?? ""
        return "\(folder)/\(target)"
    }

    /// Where a link leads to; `nil` for what is none.
    static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink(path, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
