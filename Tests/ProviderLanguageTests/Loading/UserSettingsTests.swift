import ProviderLanguage
import Testing

@Suite("The user's settings")
struct UserSettingsTests {
    @Test(
        "A file is read",
        arguments: [
            ("", "", []), ("# nothing yet\n\n", "", []), ("region: KR\n", "region", ["KR"]),
            ("region: 한국", "region", ["KR"]), ("region: no", "region", ["NO"]),
            ("languages: [ko, pt-BR]", "languages", ["ko", "pt-BR"]), ("languages: ko", "languages", ["ko"]),
            ("services:\n  - Netflix\n  - 'Apple TV+'\n", "services", ["Netflix", "Apple TV+"]),
            ("time_zone: Asia/Seoul", "time_zone", ["Asia/Seoul"]), ("colors: never", "colors", ["never"]),
        ] as [(String, String, [String])]
    )
    func reading(_ text: String, _ name: String, _ values: [String]) {
        let (settings, diagnostics) = UserSettings.read(Array(text.utf8), file: "settings.yaml")
        #expect(diagnostics.isEmpty, "\(diagnostics)")
        for setting in Setting.all { #expect(settings[setting] == (setting.name == name ? values : [])) }
    }

    @Test(
        "A problem is told with its place, as in providers.yaml",
        arguments: [
            ("regoin: KR", "f:1:1: error: unknown key 'regoin' in the settings; did you mean 'region'?"),
            ("region: Narnia", "f:1:9: error: 'region': expected a country such as KR or South Korea, found 'Narnia'"),
            ("\ncolors: sometimes", "f:2:9: error: 'colors': expected one of auto, always or never, found 'sometimes'"),
            (
                "languages: [kr]",
                "f:1:13: warning: 'languages': 'kr' is the code of no language; did you mean 'ko'?"
            ),
            ("- region", "f:1:1: error: expected a map (the settings), found a list; its keys are "),
            ("region: KR\nregion: US", "f:2:1: error: "), ("region: [", "f:1:9: error: "),
        ]
    )
    func problems(_ text: String, _ expected: String) {
        let found = UserSettings.read(Array(text.utf8), file: "f").diagnostics.map(\.description)
        #expect(found.contains { $0.hasPrefix(expected) }, "\(found)")
    }

    @Test(
        "A change leaves the rest of the file as it is",
        arguments: [
            ("", "region", ["KR"], "region: KR\n"), ("# mine\n", "region", ["KR"], "# mine\nregion: KR\n"),
            ("region: US # home\ncolors: never", "region", ["KR"], "region: KR\ncolors: never\n"),
            ("region: US\n# end\n", "region", [], "# end\n"), ("region: US\n", "region", [], ""),
            (
                "languages:\n  - en\n  - ko\n\n# the rest\nregion: KR\n", "languages", ["ko", "en"],
                "languages: [ko, en]\n\n# the rest\nregion: KR\n"
            ),
            ("languages:\n- en\nregion: KR\n", "languages", [], "region: KR\n"),
            ("", "services", ["Apple TV+", "Mum's", "wavve", "티빙"], "services: ['Apple TV+', 'Mum''s', wavve, 티빙]\n"),
            ("{ region: US }\n", "region", ["KR"], nil), ("? region\n: US\n", "region", ["KR"], nil),
            ("region: Narnia\n", "colors", ["never"], nil),
        ] as [(String, String, [String], String?)]
    )
    func changes(_ before: String, _ name: String, _ values: [String], _ after: String?) throws {
        let setting = try #require(Setting.all.first { $0.name == name })
        #expect(UserSettings.text(before, setting: setting, to: values) == after)
    }

    @Test(
        "What a person writes becomes a value, or is refused",
        arguments: [
            ("region", ["South Korea"], ["KR"]), ("region", ["kr"], ["KR"]), ("region", ["Narnia"], nil),
            ("region", ["KR", "US"], nil), ("languages", ["ko", "en"], ["ko", "en"]), ("languages", ["korean!"], nil),
            ("colors", ["off"], nil), ("providers", ["kofic"], ["kofic"]), ("providers", ["KOFIC"], nil),
        ] as [(String, [String], [String]?)]
    )
    func values(_ name: String, _ texts: [String], _ expected: [String]?) throws {
        let setting = try #require(Setting.all.first { $0.name == name })
        guard let expected else {
            #expect(throws: SettingError.self) { try setting.checked(texts) }
            return
        }
        #expect(try setting.checked(texts) == expected)
    }
}
