package import HTTPModel
package import MovieDomain
import Platform

/// The content of a `providers.yaml`.
package struct Configuration: Sendable {
    package var settings = Settings()
    package var providers: [ProviderDefinition] = []
    /// The paths of the files that it includes.
    package var includedFiles: [String] = []

    package init(settings: Settings = Settings(), providers: [ProviderDefinition] = []) {
        self.settings = settings
        self.providers = providers
    }
}

/// A film source whose definition is completely checked.
package struct ProviderDefinition: Sendable {
    package enum Kind: Sendable {
        case http(HTTPDefinition)
        case process(ProcessDefinition)
        case registered(RegisteredDefinition)
    }

    /// The id, unique in its file, which is also the namespace of the source's own ids.
    package var id = ""
    /// The definition that it extends.
    package var base: String?
    /// The name for people; the id if the definition has no title.
    package var title: String
    package var homepage: String?
    /// The address at which a person gets a key.
    package var keyURL: String?
    /// What the source asks its users to say beside its data.
    package var attribution: String?
    package var languages: [String] = []
    package var enabled = true
    package var kind = Kind.registered(RegisteredDefinition(kind: ""))
    /// All secrets that the definition names, each once with the first position that names it.
    package var secrets: [SecretUse] = []
    package var tests: [ProviderTest] = []
    package var location: SourceLocation
    /// The text of the definition, for comparison; `nil` if it was not read from a file.
    package var text: DefinitionText?

    /// The definition of the `http` kind; `nil` for other kinds.
    package var http: HTTPDefinition? {
        if case .http(let definition) = kind { definition } else { nil }
    }

    package var operationNames: [Capability] {
        switch kind {
        case .http(let definition): Capability.allCases.filter { definition.operations[$0] != nil }
        case .process(let definition): definition.operations
        case .registered(let definition): definition.operations
        }
    }

    /// The access of this provider to the outside.
    package var reach: ProviderReach {
        var reach = ProviderReach()
        for use in secrets {
            switch use.secret.kind {
            case .environment: reach.variables.append(use.secret.name)
            case .file: reach.files.append(use.secret.file)
            case .written: break
            }
        }
        switch kind {
        case .http(let http):
            for host in http.fixedOrigins where !reach.hosts.contains(host) {
                reach.hosts.append(host)
            }
            // The name of the variable, not its value: whatever address it contains is the user's own choice.
            reach.hosts += http.variableAddresses.filter { !$0.secrets.isEmpty }.map(\.description)
            reach.images = http.fetchedImageHosts.filter {
                !reach.hosts.contains($0) && !reach.hosts.contains("https://" + $0)
            }
        case .process(let process):
            reach.program = process.command
            reach.environment = process.environment.map { "\($0.name)=\($0.value)" }
        case .registered: break
        }
        return reach
    }
}

extension Configuration {
    /// The ids of the providers that may be used only if the user trusts the file, or if it is the user's own.
    ///
    /// They use something of the user's, or name machines by their addresses, which may be in the user's own network. The
    /// latter are free if that is all that the file does, with servers on this machine and by GET: a developer tries such
    /// files out, and what those servers answer goes to no other host.
    ///
    /// The value is what needs trust, for a sentence: `uses FILMS_KEY and runs python3`.
    package var providersToTrust: [String: String] {
        let onlyReadsThisMachine = providers.filter(\.enabled).allSatisfy(\.onlyReadsThisMachine)
        let needs = providers.map { ($0.id, $0.needs(besideAddresses: !onlyReadsThisMachine)) }
        return Dictionary(needs) { first, _ in first }.filter { !$0.value.isEmpty }
    }

    /// The configuration in which providers that only read this machine show images of this machine only.
    ///
    /// The address of an image elsewhere could tell its host, once the image is loaded, what a server on this machine said.
    package var showingImagesWhereRead: Configuration {
        var shown = self
        for index in shown.providers.indices where shown.providers[index].onlyReadsThisMachine {
            guard case .http(var definition) = shown.providers[index].kind else { continue }
            definition.showsImagesOfAnyHost = false
            shown.providers[index].kind = .http(definition)
        }
        return shown
    }
}

extension ProviderDefinition {
    /// Whether it sends nothing but GET requests, and only to this machine.
    fileprivate var onlyReadsThisMachine: Bool {
        guard let http, http.onlyReads else { return false }
        return reach.hostsElsewhere.isEmpty
    }

    /// What needs trust; empty if nothing does.
    fileprivate func needs(besideAddresses countsAddresses: Bool) -> String {
        let reach = reach
        let secrets = reach.variables + reach.files
        var needs = secrets.isEmpty ? [] : ["uses \(secrets.joined(separator: " and "))"]
        needs += reach.program.prefix(1).map { "runs \($0)" }
        let addresses = reach.addresses
        if countsAddresses, !addresses.isEmpty {
            let isOnlyHere = addresses.allSatisfy { ProviderReach.origin(of: $0)?.isLoopback == true }
            let elsewhere = reach.hostsElsewhere
            let circumstance =
                !isOnlyHere
                ? ""
                : !elsewhere.isEmpty
                    ? " besides \(elsewhere.joined(separator: " and "))"
                    : http?.onlyReads == true ? ", next to providers that reach other hosts" : " with POST"
            needs.append("asks \(addresses.joined(separator: " and ")) by its address\(circumstance)")
        }
        return needs.joined(separator: " and ")
    }
}

/// The text of a provider's definition, with everything that it inherits from another one.
///
/// Two are equal if their content is: a definition that has only moved in the file is unchanged.
package struct DefinitionText: Sendable, Equatable {
    private let node: SourceNode

    init(_ node: SourceNode) { self.node = node }

    /// Returns the text under a key, such as `["limits", "quota"]`, and its position.
    package func text(under keys: [String]) -> (text: String, location: SourceLocation)? {
        var found: SourceNode? = node
        for key in keys { found = found?[key] }
        return found.flatMap { node in node.text.map { ($0, node.location) } }
    }

    package static func == (left: DefinitionText, right: DefinitionText) -> Bool {
        isEqual(left.node, right.node)
    }

    private static func isEqual(_ left: SourceNode, _ right: SourceNode) -> Bool {
        switch (left.content, right.content) {
        case (.text(let leftText), .text(let rightText)): leftText == rightText && left.isPlain == right.isPlain
        case (.list(let left), .list(let right)): left.elementsEqual(right, by: isEqual)
        case (.map(let left), .map(let right)):
            left.elementsEqual(right) { $0.key == $1.key && isEqual($0.value, $1.value) }
        default: false
        }
    }
}

/// A definition file that comes with the program, for `extends`.
package struct BundledDefinition: Sendable {
    package var id: String
    package var file: String
    private let content: @Sendable () -> [UInt8]

    /// Creates a bundled definition; its content is fetched when a provider extends it.
    package init(id: String, file: String, bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
        self.id = id
        self.file = file
        content = bytes
    }

    package var bytes: [UInt8] { content() }
}

package struct ProcessDefinition: Sendable {
    /// The program and its arguments; never empty.
    package var command: [String]
    package var environment: [NamedValue<Template>] = []
    package var timeout = Duration.seconds(5)
    package var restart = RetryPolicy(attempts: 3, backoff: .milliseconds(500) ... .seconds(30))
    /// The limits; `nil` allows as many calls at a time as the program takes.
    package var limits: RequestLimits?
    /// How long its responses may be reused; `nil` if they must not be cached.
    package var cache: CachePolicy?
    package var errorRules: [ErrorRule] = []
    package var operations: [Capability]
}

/// The settings for all sources of a file.
package struct Settings: Hashable, Sendable {
    /// The languages of titles and texts, best first; empty if there is no preference.
    package var languages: [String] = []
    package var deadline: Duration = .seconds(8)
    /// Whether searches that find something are remembered.
    package var history = true
    /// Whether searches and lists show films for adults only.
    package var adult = false
    package var merge = MergePolicy()

    package init() {}

    /// Sets the languages of titles and texts, in which films are also merged.
    package mutating func use(languages: [String]) {
        self.languages = languages
        merge.languages = languages
    }
}

/// A source of a kind that the program has registered by name and that interprets its own options.
package struct RegisteredDefinition: Sendable {
    package var kind: String
    /// The options for the kind, in the order written.
    package var options: [NamedValue<String>] = []
    package var operations: [Capability] = []
}

/// The access of a provider to the outside: where it sends requests, what it reads, and what it runs.
package struct ProviderReach: Hashable, Sendable {
    /// The hosts of its requests, with scheme and port: `https://api.example.org`.
    package var hosts: [String]
    /// The further hosts from which its images may be fetched: an origin, or the name of a host.
    package var images: [String]
    /// The environment variables that it receives or sends.
    package var variables: [String]
    /// The files whose content it receives or sends.
    package var files: [String]
    /// The program and its arguments; empty if it runs none.
    package var program: [String]
    /// The variables that the program is given, as the definition writes them: `SHELF=${env.SHELF}`.
    package var environment: [String]

    package init(
        hosts: [String] = [],
        images: [String] = [],
        variables: [String] = [],
        files: [String] = [],
        program: [String] = [],
        environment: [String] = []
    ) {
        self.hosts = hosts
        self.images = images
        self.variables = variables
        self.files = files
        self.program = program
        self.environment = environment
    }

    /// The hosts that are written as an address or as `localhost`.
    ///
    /// They are asked wherever they are. A host with a name is asked only on the public internet.
    package var addresses: [String] {
        (hosts + images).filter { Self.origin(of: $0)?.namesMachine == true }
    }

    /// The hosts that are not on this machine.
    fileprivate var hostsElsewhere: [String] {
        (hosts + images).filter { Self.origin(of: $0)?.isLoopback != true }
    }

    /// Returns the origin of a host in this reach; `nil` for one that a variable gives.
    fileprivate static func origin(of host: String) -> HTTPOrigin? {
        host.hasPrefix(scalars: "${") ? nil : (WebURL(host) ?? WebURL("https://" + host))?.origin
    }

    /// Returns whether this access is no more than what was allowed.
    package func isWithin(_ allowed: ProviderReach) -> Bool {
        program == allowed.program && environment == allowed.environment
            && Set(hosts).isSubset(of: allowed.hosts)
            && Set(images).isSubset(of: allowed.images)
            && Set(variables).isSubset(of: allowed.variables)
            && Set(files).isSubset(of: allowed.files)
    }
}

extension HTTPDefinition {
    /// The origins that the definition itself names, whether or not the variables' values are known already.
    fileprivate var fixedOrigins: [String] {
        guard !variableAddresses.isEmpty else { return origins.map(\.description) }
        let fixed = variableAddresses.filter(\.secrets.isEmpty).compactMap { WebURL(ofBase: $0.description)?.origin }
        return (fixed + [loginOrigin].compactMap(\.self)).map(\.description)
    }

    /// The hosts that are named for images, of which any may be fetched.
    fileprivate var fetchedImageHosts: [String] {
        let variable = imagesAddress.flatMap { $0.secrets.isEmpty ? nil : $0.description }
        let base = variable ?? imagesBase.flatMap { WebURL($0) }?.origin.description
        return [base].compactMap(\.self) + imageHosts.filter { $0 != Self.anyHost }
    }

    /// Whether all of its requests are GET.
    fileprivate var onlyReads: Bool {
        if case .token = authentication { return false }
        return operations.values.joined().allSatisfy { $0.method == .get }
    }
}
