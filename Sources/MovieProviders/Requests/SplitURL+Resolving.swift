import Upstream

extension SplitURL {
    /// Where a link leads, as an absolute URL, seen from the page that it stands on (RFC 3986, section 5.2).
    ///
    /// `nil` for an empty one, which means that there is no further page.
    static func resolving(_ link: String, from page: HTTPRequest) -> String? {
        let link = link.filter { !$0.isWhitespace }
        guard !link.isEmpty else { return nil }
        if link.hasPrefix("//") { return page.origin.scheme.rawValue + ":" + link }
        if link.hasPrefix("/") { return page.origin.description + link }
        let beforeColon = link.prefix { !":/?#".contains($0) }
        if link.dropFirst(beforeColon.count).first == ":" { return link }
        if link.hasPrefix("?") { return page.origin.description + page.path + link }
        let folder = page.path.lastIndex(of: "/").map { page.path[...$0] } ?? "/"
        return page.origin.description + folder + link
    }
}
