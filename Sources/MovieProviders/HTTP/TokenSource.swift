package import HTTPModel
import JSON
package import MovieDomain
package import Platform
import ProviderLanguage
import Synchronization
package import Upstream

/// The token of one source: fetched when the first request needs it, kept in memory only, and fetched again shortly
/// before it expires or when the source refuses it.
package final class TokenSource: RequestAuthorizer {
    private struct Token {
        let number: Int
        let secret: Secret
        let expiry: Duration?
    }

    private struct State {
        var token: Token?
        /// The previous token, which pending answers may still repeat.
        var previous: Secret?
        var count = 0
        /// The failure of a login, which is not tried again before `until`: a wrong password may lock the account.
        var failure: (error: ProviderError, until: Duration)?
    }

    private static let pauseAfterFailure = Duration.seconds(60)

    private let login: TokenLogin
    private let bases: [WebURL]
    private let builder: RequestBuilder
    private let reader: AnswerReader
    private let client: any HTTPClient
    private let clock: any MonotonicClock
    private let state = Mutex(State())
    /// Held by the call that fetches a token; the others wait and find the token.
    private let turn = AsyncSemaphore()

    /// Creates the source of tokens for the requests of a builder; `nil` for a definition that needs none.
    package init?(_ builder: RequestBuilder, client: any HTTPClient, clock: any MonotonicClock, wallClock: WallClock) {
        guard case .token(let login) = builder.definition.authentication else { return nil }
        self.login = login
        self.client = client
        self.clock = clock
        self.builder = builder
        bases = login.url.map { [$0] } ?? builder.definition.baseURLs
        reader = AnswerReader(builder, nil, clock: wallClock)
    }

    private var provider: ProviderID { builder.provider }

    /// The tokens that answers may repeat.
    package var secrets: [Secret] { state.withLock { [$0.token?.secret, $0.previous].compactMap(\.self) } }

    package var parameter: String? { login.place.parameter }

    package func authorized(
        _ request: HTTPRequest,
        insteadOf refused: Int?
    ) async throws(ProviderError) -> AuthorizedRequest {
        if let token = try usable(insteadOf: refused) { return with(token, request, isNew: false) }
        guard await turn.enter() == .entered else {
            throw ProviderError(at: .cancelled, "the call was cancelled").of(provider)
        }
        defer { turn.leave() }
        // Another call may have fetched a token meanwhile.
        if let token = try usable(insteadOf: refused) { return with(token, request, isNew: false) }
        do throws(ProviderError) {
            return with(try await fetch(request.context), request, isNew: true)
        } catch {
            if error.kind == .auth { keep(error) }
            throw error
        }
    }

    package func refused(_ token: Int) {
        guard state.withLock({ $0.token?.number == token }) else { return }
        keep(failure(.auth, "the source refuses the token that its login has just given"))
    }

    /// Returns the token if it is still valid; throws the failure of a recent login.
    private func usable(insteadOf refused: Int?) throws(ProviderError) -> Token? {
        let now = clock.now
        let (token, failure) = state.withLock { ($0.token, $0.failure) }
        if let token, token.number != refused, token.expiry.map({ now < $0 }) ?? true { return token }
        if let failure, now < failure.until { throw failure.error }
        return nil
    }

    private func keep(_ error: ProviderError) {
        let end = clock.now + Self.pauseAfterFailure
        state.withLock { $0.failure = (error, end) }
    }

    private func with(_ token: Token, _ request: HTTPRequest, isNew: Bool) -> AuthorizedRequest {
        var request = request
        request.put([.secret(token.secret)], at: login.place)
        return AuthorizedRequest(request: request, token: token.number, isNew: isNew)
    }

    /// Logs in at the first base URL that is up.
    private func fetch(_ context: CallContext) async throws(ProviderError) -> Token {
        var last = failure(.badRequest, "the definition names no base_url")
        for base in bases {
            var request = try builder.request(for: login, at: base)
            request.context = context
            do throws(ProviderError) {
                let root = try await client.send(request, readBy: reader).use { document, _ in document.root }
                return keep(try token(in: root))
            } catch {
                last = failure(of: request, error)
                guard error.consequences.triesNextHost else { break }
            }
        }
        throw last
    }

    private func keep(_ found: (secret: Secret, lifetime: Duration?)) -> Token {
        let now = clock.now
        return state.withLock { state in
            state.count += 1
            // Expire the token early, so that it is still valid when the request arrives.
            let expiry = found.lifetime.map { now + $0 - min($0 / 10, .seconds(30)) }
            let token = Token(number: state.count, secret: found.secret, expiry: expiry)
            (state.previous, state.token, state.failure) = (state.token?.secret, token, nil)
            return token
        }
    }

    private func token(in root: JSONElement) throws(ProviderError) -> (secret: Secret, lifetime: Duration?) {
        guard let text = login.token.first(in: root, root: root)?.string, !text.isEmpty,
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else {
            throw ProviderError(.auth, message: "its answer has no token at '\(login.token)'", field: "\(login.token)")
        }
        return (Secret(text), login.expires?.duration(in: root).flatMap { $0 > .zero ? $0 : nil })
    }

    /// Returns the failure with the name of the login; a bad request to a login means a wrong key.
    private func failure(of request: HTTPRequest, _ error: ProviderError) -> ProviderError {
        var failure = error.of(provider)
        failure.message = "the login (\(request)) failed: \(error.message)"
        if error.kind == .badRequest, error.stage == .answer {
            failure.kind = .auth
            failure.hint = reader.hint(for: .auth)
        }
        return failure
    }

    private func failure(_ kind: ProviderError.Kind, _ message: String) -> ProviderError {
        ProviderError(kind, provider: provider, message: message)
    }
}
