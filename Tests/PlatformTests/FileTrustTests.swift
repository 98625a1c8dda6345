import Platform
import Testing

@Suite("Files that are run, or have programs run")
struct FileTrustTests {
    /// Trust in a system with these files and folders, each with its owner and its permissions.
    private func trust(
        _ files: [String: (Int, Int)],
        links: [String: String] = [:],
        isOwnGroup: Bool = false
    ) -> FileTrust {
        FileTrust(
            user: 1000,
            facts: { path in
                files[path].map { owner, permissions in
                    var facts = FileTrust.Facts(owner: owner, permissions: permissions)
                    facts.isOwnGroup = isOwnGroup
                    return facts
                }
            },
            resolve: { path in links[path] ?? (files[path] == nil ? nil : path) }
        )
    }

    private static let way = ["/": (0, 0o755), "/home": (0, 0o755), "/home/u": (1000, 0o700)]

    @Test(
        "The file and its folder are the user's or root's, and others cannot write them",
        arguments: [
            (1000, 0o600, 1000, 0o700, nil), (0, 0o644, 0, 0o755, nil),
            (1001, 0o644, 1000, 0o755, "/home/u/c/p.yaml (mode 644) belongs to user 1001, who could"),
            (1000, 0o664, 1000, 0o755, "other users can write /home/u/c/p.yaml (mode 664), and so"),
            (1000, 0o646, 1000, 0o755, "other users can write /home/u/c/p.yaml (mode 646), and so"),
            (1000, 0o777, 1000, 0o755, "other users can write /home/u/c/p.yaml (mode 777), and so"),
            (1000, 0o644, 1000, 0o777, "other users can write /home/u/c (mode 777), and so"),
            // Others cannot change the file, but put another beside it, which a program loads.
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
        #expect(trust(files).refusal(ofFile: "/home/u/c/other") == "/home/u/c/other is not there")
    }

    @Test(
        "Every folder above: of the user or root, and not to be renamed by others",
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

    @Test("A link is no better than the way to it and the way to what it leads to")
    func links() {
        var files = Self.way
        files["/home/u/p.yaml"] = (1000, 0o600)
        files["/pub"] = (0, 0o777)
        files["/pub/p.yaml"] = (1000, 0o600)
        let toPublic = trust(files, links: ["/home/u/p.yaml": "/pub/p.yaml"])
        #expect(toPublic.refusal(ofFile: "/home/u/p.yaml")?.contains("/pub (mode 777)") == true)
        let fromPublic = trust(files, links: ["/pub/p.yaml": "/home/u/p.yaml"])
        #expect(fromPublic.refusal(ofFile: "/pub/p.yaml")?.contains("/pub (mode 777)") == true)
        #expect(trust(files).refusal(ofFile: "/home/u/p.yaml") == nil)
    }
}
