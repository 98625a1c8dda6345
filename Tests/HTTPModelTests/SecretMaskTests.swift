import HTTPModel
import MarqueeTestKit
import Testing

@Suite("Secret masks")
struct SecretMaskTests {
    private static let keys = [
        "0123456789abcdefABCDEF", "k3y/with+signs==and&more", #"quo"te\back/slash%2Fhalf"#, "two words and a + sign",
        "비밀열쇠-2026-대한민국", "КлючОтФильмов/2026", "schlüssel~größe_ÄÖ?#", "🔑🎬key-emoji🗝️", "a\\\\b%%c\\\"d//e",
    ]

    @Test("Every form of a secret is found and masked, alone and inside a text", arguments: keys)
    func forms(_ key: String) {
        let mask = SecretMask([Secret(key)])
        let forms = SecretForms.all(of: key, user: "user")
        for form in forms {
            for text in [form, "before \(form) behind", "\"\(form)\"", "https://h.example/?k=\(form)&p=1"] {
                #expect(mask.hasSecret(in: Array(text.utf8)), "\(text)")
                let masked = Array(mask.masking(text).utf8)
                #expect(
                    SecretForms.found(forms, in: masked).isEmpty,
                    "\(text): \(String(decoding: masked, as: UTF8.self))"
                )
            }
        }
    }

    @Test(
        "A secret in a mixed or repeated encoding is masked",
        arguments: [
            #"k3y\/secret+1"#, #"k3y\u002fsecret\u002B1"#, "k3y%2fsecret%2B1", "K3Y%252Fsecret%252b1", "k3y/SECRET%2b1",
            "k3y&#47;secret&#x2b;1", "k3y&#x2F;secret&amp;#43;1", #"\u006b3y\\\/secret+1"#, "azN5L3NlY3JldCsx",
            "dXNlcjprM3kvc2VjcmV0KzE=", "eDprM3kvc2VjcmV0KzE",
        ]
    )
    func mixed(_ text: String) {
        #expect(SecretMask([Secret("k3y/secret+1")]).masking("<\(text)>").contains("***"), "\(text)")
    }

    @Test("Text without a secret stays unchanged, byte for byte")
    func others() {
        let mask = SecretMask([Secret("k3y/secret"), Secret("pin7"), Secret("")])
        for text in [
            "", "k3y/secre", "k3y%2Gsecret", "PIN7", "pi n7", "% \\ \\u %2 \\u00", "\\", "%", "k3y\\u002", "k3y&#47",
            "k3y&sol;secret",
        ] {
            #expect(mask.masking(text) == text)
            #expect(!mask.hasSecret(in: Array(text.utf8)), "\(text)")
        }
        let bytes = [UInt8](0...255)
        #expect(mask.masking(bytes) == bytes)
        #expect(mask.masking("a pin7 and K3Y/SECRET") == "a *** and ***")
        #expect(mask.sparingWords.masking("a pin7 and k3y/secret") == "a pin7 and ***")
        #expect("\(mask)" == "***" && String(reflecting: mask) == "***")
        #expect(SecretMask([]).isEmpty && SecretMask([]).masking("x") == "x")
    }

    @Test("A secret that is cut off at the end of a long text is masked")
    func cut() {
        let mask = SecretMask([Secret("k3y/secret")])
        let long = String(repeating: ". ", count: 300)
        #expect(mask.masking(long + "k3y%2Fse") == long + "***")
        #expect(mask.masking(long + "k3y/s%") == long + "***")
        #expect(mask.masking(long + "k3y/s&#x65") == long + "***")
        #expect(mask.masking(long + "k3y") == long + "k3y")
        #expect(mask.masking("k3y/se") == "k3y/se")
    }
}
