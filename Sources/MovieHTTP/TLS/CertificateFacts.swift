/// What of a certificate explains why it is not trusted.
struct CertificateFacts: Hashable {
    /// Seconds since 1970.
    var notBefore: Int
    var notAfter: Int
    /// Issuer and subject are the same name.
    var isSelfSigned: Bool

    /// Why nobody should trust it at the second `now`, beginning with a verb.
    func complaint(now: Int) -> String {
        if now > notAfter { return "expired \(Self.days(now - notAfter)) ago" }
        if now < notBefore { return "is not valid before \(Self.days(notBefore - now)) from now; is the clock right?" }
        if isSelfSigned { return "is self-signed" }
        return "is of an authority that this system does not know; are its ca-certificates installed?"
    }

    private static func days(_ seconds: Int) -> String {
        switch seconds / 86_400 {
        case 0: "less than a day"
        case 1: "1 day"
        case let days: "\(days) days"
        }
    }
}
