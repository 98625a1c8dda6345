extension ResponseKey {
    /// The key of a request's answer.
    package init(_ request: HTTPRequest) {
        self.init(source: request.source, identity: request.answerIdentity)
    }
}
