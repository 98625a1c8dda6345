import JSON

/// One method; dispatch, parameter checks, OpenRPC, the reference, and `marquee call` all use this declaration.
package struct MethodDeclaration: Sendable {
    /// Makes the answer, one JSON value.
    enum Handler: Sendable {
        /// On the reading thread, so that it overtakes slow calls.
        case immediate(@Sendable (JSONElement?, MethodContext) throws(ServiceError) -> [UInt8])
        /// In a task, because it queries sources.
        case suspending(@Sendable (JSONElement?, MethodContext) async throws(ServiceError) -> [UInt8])
    }

    /// `noun/verb`.
    package let name: String
    /// In the order of the documentation.
    package let parameters: [ParameterDescription]
    let handler: Handler

    // Made when needed, because the start has no time for it.
    private let makeDocumentation: @Sendable () -> MethodDocumentation
    private let describeResult: @Sendable () -> MethodResult

    var documentation: MethodDocumentation { makeDocumentation() }
    var result: MethodResult { describeResult() }
    /// What it does, in a sentence.
    package var summary: String { documentation.summary }
    package var resultSchema: Schema { describeResult().schema }
    var failures: [ServiceError.Kind] { [.invalidParams] + documentation.failures }

    /// A method that waits; `handler` gets the parameters' values in their order.
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
            let object = try ParameterObject(params, known: names)
            let values = (repeat try (each parameters).value(in: object))
            // Enough for a usual page of films with details.
            return MethodDeclaration.bytes(of: try await handler(context, repeat each values), reserving: 16_384)
        }
    }

    /// A method that is answered at once.
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
            let object = try ParameterObject(params, known: names)
            let values = (repeat try (each parameters).value(in: object))
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
            try ParameterObject.check(params, known: [])
            return bytes
        }
    }

    private static func descriptions<each Value>(_ parameters: repeat Parameter<each Value>) -> [ParameterDescription] {
        var list: [ParameterDescription] = []
        for parameter in repeat each parameters { list.append(parameter.description) }
        return list
    }

    private static func bytes(of result: some WireObject, reserving capacity: Int) -> [UInt8] {
        var writer = JSONWriter(reserving: capacity)
        result.write(to: &writer)
        return writer.bytes
    }
}

struct MethodResult {
    /// In lower camel case: `moviesResult`.
    let name: String
    let schema: Schema

    init<Result: WireObject>(_ type: Result.Type) {
        let name = Result.wire.name
        self.name = name.prefix(1).lowercased() + name.dropFirst()
        schema = Result.wireSchema
    }
}

struct MethodDocumentation {
    let summary: String
    var description = ""
    /// How it can fail, besides with `invalid_params`.
    var failures: [ServiceError.Kind] = []
    let example: MethodExample
}

/// One call with its answer, written by the encoders of real answers.
struct MethodExample {
    let name: String
    let parameters: [JSONValue.Member]
    let result: any WireValue

    init(_ name: String, _ parameters: KeyValuePairs<String, JSONValue>, result: some WireValue) {
        self.name = name
        self.parameters = parameters.map { JSONValue.Member($0.key, $0.value) }
        self.result = result
    }
}
