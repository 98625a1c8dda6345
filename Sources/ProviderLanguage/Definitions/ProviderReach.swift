import HTTPModel

/// What a provider may do outside of itself: where its requests go, what it reads, and what it runs.
package struct ProviderReach: Hashable, Sendable {
    /// Where its requests go, each with scheme and port: `https://api.example.org`.
    package var hosts: [String]
    /// Variables of the environment that it is given, or sends.
    package var variables: [String]
    /// Files that it is given the content of, or sends.
    package var files: [String]
    /// The program and its arguments; empty for a provider that runs none.
    package var program: [String]

    package init(hosts: [String] = [], variables: [String] = [], files: [String] = [], program: [String] = []) {
        self.hosts = hosts
        self.variables = variables
        self.files = files
        self.program = program
    }

    /// Whether it uses anything that is the user's; a request to a host alone does not.
    package var needsTrust: Bool { !(variables.isEmpty && files.isEmpty && program.isEmpty) }

    /// Whether this is no more than what was allowed.
    package func isWithin(_ allowed: ProviderReach) -> Bool {
        program == allowed.program
            && Set(hosts).isSubset(of: allowed.hosts)
            && Set(variables).isSubset(of: allowed.variables)
            && Set(files).isSubset(of: allowed.files)
    }
}

extension ProviderDefinition {
    /// What this provider may do outside of itself.
    package var reach: ProviderReach {
        var reach = ProviderReach()
        for use in secrets {
            switch use.secret.kind {
            case .environment: reach.variables.append(use.secret.name)
            case .file: reach.files.append(use.secret.name)
            }
        }
        switch kind {
        case .http(let http):
            for host in http.fixedOrigins where !reach.hosts.contains(host) {
                reach.hosts.append(host)
            }
            // The name and not its value: whatever it leads to is the user's own choice.
            reach.hosts += http.variableAddresses.filter { !$0.secrets.isEmpty }.map(\.description)
        case .process(let process): reach.program = process.command
        case .registered: break
        }
        return reach
    }
}

extension HTTPDefinition {
    /// The origins that the definition itself names, whether or not the variables' values are known already.
    fileprivate var fixedOrigins: [String] {
        guard !variableAddresses.isEmpty else { return origins.map(\.description) }
        let fixed = variableAddresses.filter(\.secrets.isEmpty).compactMap { WebURL(ofBase: $0.description)?.origin }
        return (fixed + [loginOrigin].compactMap(\.self)).map(\.description)
    }
}
