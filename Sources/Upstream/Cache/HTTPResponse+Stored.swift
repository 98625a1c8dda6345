extension HTTPResponse {
    /// A kept answer as it is given at one moment.
    package init(_ stored: StoredResponse, _ reuse: Reuse) {
        self.init(
            status: stored.status,
            headers: stored.headers,
            body: stored.body,
            provenance: .cache(ageSeconds: reuse.ageSeconds, isStale: !reuse.isFresh)
        )
        freshSeconds = reuse.freshSeconds
    }
}
