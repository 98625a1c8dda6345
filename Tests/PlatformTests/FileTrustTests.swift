import Platform
import Testing

@Suite("File trust")
struct FileTrustTests {
    /// Returns the file trust of a system with these files and folders, each with its owner and mode.
    private func trust(
        _ files: [String: (Int, Int)],
        links: [String: String] = [:],
        linkOwner: UInt32 = 1000,
        isOwnGroup: Bool = false
    ) -> FileTrust {
        FileTrust(
            user: 1000,
            facts: { path in
                if links[path] != nil { return FileFacts(.link, owner: linkOwner, group: 1, mode: 0o777) }
                return files[path].map { owner, mode in
                    let kind: FileFacts.Kind = path.hasSuffix(".yaml") ? .file : .folder
                    return FileFacts(kind, owner: UInt32(owner), group: isOwnGroup ? 1000 : 1, mode: mode)
                }
            },
            target: { links[$0] }
        )
    }

    private static let way = ["/": (0, 0o755), "/home": (0, 0o755), "/home/u": (1000, 0o700)]

    @Test(
        "A file and its folder must belong to the user or root, and others must not write them",
        arguments: [
            (1000, 0o600, 1000, 0o700, nil), (0, 0o644, 0, 0o755, nil),
            (1001, 0o644, 1000, 0o755, "/home/u/c/p.yaml (mode 644) belongs to user 1001, who could"),
            (1000, 0o664, 1000, 0o755, "other users can write /home/u/c/p.yaml (mode 664), and so"),
            (1000, 0o646, 1000, 0o755, "other users can write /home/u/c/p.yaml (mode 646), and so"),
            (1000, 0o777, 1000, 0o755, "other users can write /home/u/c/p.yaml (mode 777), and so"),
            (1000, 0o644, 1000, 0o777, "other users can write /home/u/c (mode 777), and so"),
            // Others can't change the file but can add another one that a program loads.
            (1000, 0o644, 0, 0o1777, "other users can write /home/u/c (mode 1777), and so"),
            (1000, 0o644, 1001, 0o755, "/home/u/c (mode 755) belongs to user 1001, who could"),
        ] as [(Int, Int, Int, Int, String?)]
    )
    func trust(_ owner: Int, _ mode: Int, _ folderOwner: Int, _ folderMode: Int, _ reason: String?) {
        var files = Self.way
        files["/home/u/c/p.yaml"] = (owner, mode)
        files["/home/u/c"] = (folderOwner, folderMode)
        let refusal = trust(files).refusal(ofFile: "/home/u/c/p.yaml")
        #expect(reason == nil ? refusal == nil : refusal?.hasPrefix(reason ?? "") == true, "\(refusal ?? "")")
        if refusal?.hasPrefix("other") == true { #expect(refusal?.contains("; run: chmod go-w /home/u/c") == true) }
        #expect(trust(files).refusal(ofFile: "/home/u/other") == "/home/u/other does not exist")
    }

    @Test(
        "Each folder above must belong to the user or root, and others must not rename its entries",
        arguments: [
            ("/home/u", 1000, 0o755, false, false), ("/home", 0, 0o1777, false, false),
            ("/home/u", 1000, 0o777, false, true), ("/home/u", 1001, 0o755, false, true),
            ("/", 0, 0o777, false, true), ("/home/u", 1000, 0o775, false, true), ("/home/u", 1000, 0o775, true, false),
            ("/home/u", 1000, 0o777, true, true), ("/home", 1001, 0o1777, false, true),
        ]
    )
    func above(_ folder: String, _ owner: Int, _ mode: Int, _ isOwnGroup: Bool, _ isRefused: Bool) {
        var files = Self.way
        files["/home/u/c/p.yaml"] = (1000, 0o600)
        files["/home/u/c"] = (1000, 0o700)
        files[folder] = (owner, mode)
        let refusal = trust(files, isOwnGroup: isOwnGroup).refusal(ofFile: "/home/u/c/p.yaml")
        #expect((refusal != nil) == isRefused, "\(refusal ?? "")")
        if isRefused { #expect(refusal?.contains("\(folder) (mode \(String(mode, radix: 8)))") == true) }
    }

    @Test("A link is trusted only if the path to it and the path to its target are")
    func links() {
        var files = Self.way
        files["/home/u/p.yaml"] = (1000, 0o600)
        files["/pub"] = (0, 0o777)
        files["/pub/q.yaml"] = (1000, 0o600)
        let toPublic = trust(files, links: ["/home/u/l.yaml": "/pub/q.yaml"])
        #expect(toPublic.refusal(ofFile: "/home/u/l.yaml")?.contains("/pub (mode 777)") == true)
        let fromPublic = trust(files, links: ["/pub/l.yaml": "/home/u/p.yaml"])
        #expect(fromPublic.refusal(ofFile: "/pub/l.yaml")?.contains("/pub (mode 777)") == true)
        #expect(trust(files).refusal(ofFile: "/home/u/p.yaml") == nil)
        let relative = trust(files, links: ["/home/u/l.yaml": "./../u/p.yaml"])
        #expect(relative.refusal(ofFile: "/home/u/l.yaml") == nil)
    }

    @Test("A link in the path is trusted only if its owner and the folder that contains it are")
    func linksOnTheWay() {
        var files = Self.way
        files["/home/u/c"] = (1000, 0o700)
        files["/home/u/c/p.yaml"] = (1000, 0o600)
        files["/tmp"] = (0, 0o1777)
        files["/pub"] = (0, 0o777)
        let links = ["/tmp/c": "/home/u/c", "/pub/c": "/home/u/c", "/home/u/d": "/tmp/c"]
        #expect(trust(files, links: links).refusal(ofFile: "/home/u/d/p.yaml") == nil)
        #expect(trust(files, links: links).refusal(ofFile: "/tmp/c/p.yaml") == nil)
        #expect(trust(files, links: links).refusal(ofFile: "/pub/c/p.yaml")?.contains("/pub (mode 777)") == true)
        let planted = trust(files, links: links, linkOwner: 1001).refusal(ofFile: "/tmp/c/p.yaml")
        #expect(planted?.contains("/tmp/c (mode 777) belongs to user 1001") == true)
    }

    @Test("Dangling and circular links are refused")
    func circles() {
        let links = ["/home/u/a": "b", "/home/u/b": "a", "/home/u/gone.yaml": "nowhere.yaml"]
        #expect(trust(Self.way, links: links).refusal(ofFile: "/home/u/a")?.contains("is a broken link") == true)
        let gone = trust(Self.way, links: links).refusal(ofFile: "/home/u/gone.yaml")
        #expect(gone == "/home/u/nowhere.yaml does not exist")
    }
}
