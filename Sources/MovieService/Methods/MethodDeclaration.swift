import JSON

/// One method, declared once: everything that is said of it, and what it does.
///
/// The dispatcher, the checking of parameters, OpenRPC, the reference and `marquee call` all come from this value.
package struct MethodDeclaration: Sendable {
    /// How the answer, one JSON value, comes about.
    enum Handler: Sendable {
        /// From what is at hand: given on the reading thread, so that it overtakes whatever is slow.
        case immediate(@Sendable (JSONElement?, MethodContext) throws(ServiceError) -> [UInt8])
        /// By asking sources, in a task of its own.
        case suspending(@Sendable (JSONElement?, MethodContext) async throws(ServiceError) -> [UInt8])
    }

    /// `noun/verb`.
    package let name: String
    /// In the order of the documents.
    package let parameters: [ParameterDescription]
    let handler: Handler

    // Made when somebody asks, which a start has no time for.
    private let makeDocumentation: @Sendable () -> MethodDocumentation
    private let describeResult: @Sendable () -> MethodResult

    var documentation: MethodDocumentation { makeDocumentation() }
    var result: MethodResult { describeResult() }
    /// Every way in which the method can fail.
    var failures: [ServiceError.Kind] { [.invalidParams] + documentation.failures }

    /// Declares a method that waits: `handler` gets the parameters' values in the order of the declaration.
    init<each Value: Sendable, Result: WireObject>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        parameters: repeat Parameter<each Value>,
        suspending handler: @escaping @Sendable (MethodContext, repeat each Value) async throws(ServiceError) -> Result
    ) {
        let parameters = (repeat each parameters)
        let descriptions = MethodDeclaration.descriptions(repeat each parameters)
        let names = descriptions.map(\.name)
        self.name = name
        self.parameters = descriptions
        makeDocumentation = documentation
        describeResult = { MethodResult(Result.self) }
        self.handler = .suspending { params, context async throws(ServiceError) in
            let object = try MethodDeclaration.checked(params, names)
            let values = (repeat try MethodDeclaration.value(of: each parameters, in: object))
            // A page of films with their details usually needs so many bytes.
            return MethodDeclaration.bytes(of: try await handler(context, repeat each values), reserving: 16_384)
        }
    }

    /// Declares a method that is answered at once.
    init<each Value: Sendable, Result: WireObject>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        parameters: repeat Parameter<each Value>,
        immediate handler: @escaping @Sendable (MethodContext, repeat each Value) throws(ServiceError) -> Result
    ) {
        let parameters = (repeat each parameters)
        let descriptions = MethodDeclaration.descriptions(repeat each parameters)
        let names = descriptions.map(\.name)
        self.name = name
        self.parameters = descriptions
        makeDocumentation = documentation
        describeResult = { MethodResult(Result.self) }
        self.handler = .immediate { params, context throws(ServiceError) in
            let object = try MethodDeclaration.checked(params, names)
            let values = (repeat try MethodDeclaration.value(of: each parameters, in: object))
            return MethodDeclaration.bytes(of: try handler(context, repeat each values), reserving: 256)
        }
    }

    /// Declares a method without parameters that always gives the same answer, which is written once.
    init<Result: WireObject>(
        _ name: String,
        _ documentation: @escaping @autoclosure @Sendable () -> MethodDocumentation,
        always result: Result
    ) {
        self.name = name
        parameters = []
        makeDocumentation = documentation
        describeResult = { MethodResult(Result.self) }
        let bytes = MethodDeclaration.bytes(of: result, reserving: 256)
        handler = .immediate { params, _ throws(ServiceError) in
            _ = try MethodDeclaration.checked(params, [])
            return bytes
        }
    }

    private static func descriptions<each Value>(_ parameters: repeat Parameter<each Value>) -> [ParameterDescription] {
        var list: [ParameterDescription] = []
        for parameter in repeat each parameters { list.append(parameter.description) }
        return list
    }

    private static func checked(_ params: JSONElement?, _ names: [String]) throws(ServiceError) -> ParameterObject {
        do {
            return try ParameterObject(params, known: names)
        } catch {
            throw .parameters(error)
        }
    }

    private static func value<Value>(
        of parameter: Parameter<Value>,
        in object: ParameterObject
    ) throws(ServiceError) -> Value {
        do {
            return try parameter.read(object[parameter.description.name])
        } catch {
            throw .parameters(error)
        }
    }

    private static func bytes(of result: some WireObject, reserving capacity: Int) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        result.write(to: &writer)
        return writer.bytes
    }
}

/// What a method answers.
struct MethodResult {
    /// In lower camel case: `moviesResult`.
    let name: String
    /// Nearly always a reference to a component.
    let schema: Schema

    init<Result: WireObject>(_ type: Result.Type) {
        let name = Result.wire.name
        self.name = name.prefix(1).lowercased() + name.dropFirst()
        schema = Result.wireSchema
    }
}

/// What people and their tools are told of a method.
struct MethodDocumentation {
    /// A few words.
    let summary: String
    /// What the method does that its name does not say.
    var description = ""
    /// The ways in which it fails, besides what every method has.
    var failures: [ServiceError.Kind] = []
    let example: MethodExample
}

/// One call of a method with its answer, written by the encoders that write the real answers.
struct MethodExample {
    /// What the call is for, in a few words.
    let name: String
    /// The members of `params`.
    let parameters: [JSONValue.Member]
    let result: any WireValue

    init(_ name: String, _ parameters: KeyValuePairs<String, JSONValue>, result: some WireValue) {
        self.name = name
        self.parameters = parameters.map { JSONValue.Member($0.key, $0.value) }
        self.result = result
    }
}
