import AsyncHTTPClient
import HTTPModel
import NIOCore
import NIOHTTP1

extension HTTPClientRequest {
    /// The request as AsyncHTTPClient sends it: here, and in no other place, secrets become bytes.
    init(_ request: HTTPRequest, target: String, userAgent: String) {
        self.init(url: request.origin.description + target)
        method = request.method == .post ? .POST : .GET
        for field in request.headers { headers.add(name: field.name, value: field.value.revealed()) }
        addUnlessPresent("User-Agent", userAgent)
        addUnlessPresent("Accept", "application/json, */*;q=0.5")
        headers.replaceOrAdd(name: "Accept-Encoding", value: "gzip, deflate")
        if let text = request.body { body = .bytes(ByteBuffer(string: text.revealed())) }
    }

    private mutating func addUnlessPresent(_ name: String, _ value: String) {
        if !headers.contains(name: name) { headers.add(name: name, value: value) }
    }
}
