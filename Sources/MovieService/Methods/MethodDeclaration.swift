package import JSON

/// One method, declared once: everything that is said of it, and what it does.
///
/// The dispatcher, the checking of parameters, OpenRPC, the reference, MCP's tools and `marquee call` all come from
/// this value (design.md, principle 2).
package struct MethodDeclaration: Sendable {
    /// How the answer comes about.
    package enum Work: Sendable {
        /// Always the same, already written: given on the reading thread.
        case constant([UInt8])
        /// From what is at hand: given on the reading thread, so that it overtakes whatever is slow.
        case immediate(@Sendable (JSONElement?, MethodContext) throws(ServiceFailure) -> [UInt8])
        /// From the catalogue alone, so that it is the same until another one is in force: given on the reading thread.
        case ofCatalogue(@Sendable (MethodContext) throws(ServiceFailure) -> [UInt8])
        /// By asking sources, in a task of its own.
        case suspending(@Sendable (JSONElement?, MethodContext) async throws(ServiceFailure) -> EncodedAnswer)
        /// By the description of all methods, which the dispatcher keeps.
        case discovery
    }

    /// `noun/verb`.
    package let name: String
    /// What people and their tools are told of it: made when somebody asks, which a start has no time for.
    package var documentation: MethodDocumentation { makeDocumentation() }
    /// In the order of the documents.
    package let parameters: [ParameterDescription]
    /// What it does.
    package let work: Work
    /// Which of its answers may be given again; `nil` where none.
    let keeping: AnswerKeeping?

    private let makeDocumentation: @Sendable () -> MethodDocumentation

    /// Declares a method that asks sources: `handler` gets the parameters' values in the order of the declaration.
    init<each Value: Sendable, Result: SourcedResult & SendableMetatype>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        keeping: AnswerKeeping,
        parameters: repeat Parameter<each Value>,
        handler: @escaping @Sendable (MethodContext, repeat each Value) async throws(ServiceFailure) -> Result
    ) {
        let parameters = (repeat each parameters)
        let descriptions = MethodDeclaration.descriptions(repeat each parameters)
        let names = descriptions.map(\.name)
        self.name = name
        makeDocumentation = documentation
        self.parameters = descriptions
        self.keeping = keeping
        work = .suspending { params, context async throws(ServiceFailure) in
            let object = try MethodDeclaration.checked(params, names)
            let values = (repeat try MethodDeclaration.value(of: each parameters, in: object))
            return EncodedAnswer(sourced: try await handler(context, repeat each values))
        }
    }

    /// Declares a method whose every call asks anew.
    init<each Value: Sendable, Result: JSONEncodable & SendableMetatype>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        parameters: repeat Parameter<each Value>,
        handler: @escaping @Sendable (MethodContext, repeat each Value) async throws(ServiceFailure) -> Result
    ) {
        let parameters = (repeat each parameters)
        let descriptions = MethodDeclaration.descriptions(repeat each parameters)
        let names = descriptions.map(\.name)
        self.name = name
        makeDocumentation = documentation
        self.parameters = descriptions
        keeping = nil
        work = .suspending { params, context async throws(ServiceFailure) in
            let object = try MethodDeclaration.checked(params, names)
            let values = (repeat try MethodDeclaration.value(of: each parameters, in: object))
            return EncodedAnswer(try await handler(context, repeat each values))
        }
    }

    /// Declares a method that is answered at once.
    init<each Value: Sendable, Result: JSONEncodable & SendableMetatype>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        parameters: repeat Parameter<each Value>,
        immediately handler: @escaping @Sendable (MethodContext, repeat each Value) throws(ServiceFailure) -> Result
    ) {
        let parameters = (repeat each parameters)
        let descriptions = MethodDeclaration.descriptions(repeat each parameters)
        let names = descriptions.map(\.name)
        self.name = name
        makeDocumentation = documentation
        self.parameters = descriptions
        keeping = nil
        work = .immediate { params, context throws(ServiceFailure) in
            let object = try MethodDeclaration.checked(params, names)
            let values = (repeat try MethodDeclaration.value(of: each parameters, in: object))
            return EncodedAnswer(try handler(context, repeat each values)).bytes
        }
    }

    /// Declares a method without parameters whose result says nothing but what the catalogue is.
    init<Result: JSONEncodable & SendableMetatype>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        ofCatalogue handler: @escaping @Sendable (MethodContext) throws(ServiceFailure) -> Result
    ) {
        self.name = name
        makeDocumentation = documentation
        parameters = []
        keeping = nil
        work = .ofCatalogue { context throws(ServiceFailure) in EncodedAnswer(try handler(context)).bytes }
    }

    /// Declares a method without parameters whose result is always the same.
    init(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        always result: some JSONEncodable
    ) {
        self.name = name
        makeDocumentation = documentation
        parameters = []
        keeping = nil
        work = .constant(result.jsonBytes)
    }

    /// Declares the method that describes all methods.
    init(_ name: String, documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation) {
        self.name = name
        makeDocumentation = documentation
        parameters = []
        keeping = nil
        work = .discovery
    }

    /// The schema of the whole `params` object, without the protocols' own members.
    package var parametersSchema: Schema {
        Schema.object(
            parameters.map { parameter in
                let schema = parameter.schema.described(parameter.summary)
                return Schema.Property(name: parameter.name, schema: schema, isRequired: parameter.isRequired)
            }
        )
    }

    /// Every way in which the method can fail.
    package var failures: [FailureKind] {
        [.invalidParams] + documentation.failures
    }
}

extension MethodDeclaration {
    private static func descriptions<each Value>(_ parameters: repeat Parameter<each Value>) -> [ParameterDescription] {
        var list: [ParameterDescription] = []
        for parameter in repeat each parameters { list.append(parameter.description) }
        return list
    }

    /// Checks the parameters of a method that has none.
    static func checkNoParameters(_ params: JSONElement?) throws(ServiceFailure) {
        _ = try checked(params, [])
    }

    private static func checked(_ params: JSONElement?, _ names: [String]) throws(ServiceFailure) -> ParameterObject {
        do {
            return try ParameterObject(params, known: names)
        } catch {
            throw .parameters(error)
        }
    }

    private static func value<Value>(
        of parameter: Parameter<Value>,
        in object: ParameterObject
    ) throws(ServiceFailure) -> Value {
        do {
            return try parameter.read(object[parameter.description.name])
        } catch {
            throw .parameters(error)
        }
    }
}

/// What a method answers.
package struct MethodResult: Sendable {
    /// In lower camel case: `moviesResult`.
    package let name: String
    /// Nearly always a reference to a component.
    package let schema: Schema

    /// An answer that is one of the document's components.
    init(_ component: NamedSchema) {
        name = component.name.prefix(1).lowercased() + component.name.dropFirst()
        schema = .reference(to: component)
    }

    init(_ name: String, _ schema: Schema) {
        self.name = name
        self.schema = schema
    }
}

/// One call of a method with its answer, written by the encoders that write the real answers.
package struct MethodExample: Sendable {
    /// What the call is for, in a few words.
    package let name: String
    /// The members of `params`.
    package let parameters: [JSONValue.Member]
    /// The answer.
    package let result: any JSONEncodable & Sendable

    init(_ name: String, _ parameters: KeyValuePairs<String, JSONValue>, result: some JSONEncodable & Sendable) {
        self.name = name
        self.parameters = parameters.map { JSONValue.Member($0.key, $0.value) }
        self.result = result
    }
}

/// What people and their tools are told of a method.
package struct MethodDocumentation: Sendable {
    /// A few words.
    package let summary: String
    /// Sentences: what the method does that its name does not say.
    package let description: String
    /// What it answers.
    package let result: MethodResult
    /// The ways in which it fails, besides what every method has.
    package let failures: [FailureKind]
    /// One call with its answer.
    package let example: MethodExample
}
