import NIOSSL

extension CertificateFacts {
    init(_ certificate: NIOSSLCertificate) throws {
        notBefore = Int(certificate.notValidBefore)
        notAfter = Int(certificate.notValidAfter)
        isSelfSigned = Self.isSelfSigned(try certificate.toDERBytes())
    }

    /// Compares issuer and subject (RFC 5280, section 4.1): the two sequences around the validity.
    static func isSelfSigned(_ encoding: [UInt8]) -> Bool {
        var file = DERReader(encoding[...])
        guard let certificate = file.next() else { return false }
        var parts = DERReader(certificate.contents)
        guard let signed = parts.next() else { return false }
        var fields = DERReader(signed.contents)
        var names: [DERReader.Element] = []
        // Version and serial number are no sequences; the algorithm, the issuer, the validity and the subject are.
        while names.count < 4, let field = fields.next() {
            if field.tag == 0x30 { names.append(field) }
        }
        return names.count == 4 && names[1].contents.elementsEqual(names[3].contents)
    }
}
