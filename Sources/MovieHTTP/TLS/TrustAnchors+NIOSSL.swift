import NIOSSL

extension TrustAnchors {
    /// The settings of a client that trusts these and accepts nothing older than TLS 1.2.
    var tlsConfiguration: TLSConfiguration {
        var result = TLSConfiguration.makeClientConfiguration()
        result.minimumTLSVersion = .tlsv12
        switch self {
        case .platform: break
        case .file(let path), .folder(let path), .systemFolder(let path, _): result.trustRoots = .file(path)
        case .fileAndFolder(let file, let folder):
            result.trustRoots = .file(folder)
            result.additionalTrustRoots = [.file(file)]
        case .none: result.trustRoots = .certificates([])
        }
        return result
    }
}
