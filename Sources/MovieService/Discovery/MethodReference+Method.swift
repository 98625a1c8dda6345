import JSON
import JSONRPC

extension MethodReference {
    func write(_ method: MethodDeclaration, to page: inout MarkdownPage) {
        let documentation = method.documentation
        page.heading(2, method.name)
        page.paragraph(documentation.summary)
        if !documentation.description.isEmpty { page.paragraph(documentation.description) }
        writeParameters(of: method, to: &page)
        page.paragraph("Result: \(documentation.result.schema.markdownType).")
        let failures = method.failures.map { "`\($0.rawValue)` (\($0.code.rawValue))" }
        page.paragraph("Errors: \(failures.joined(separator: ", ")).")
        write(documentation.example, of: method, to: &page)
    }

    private func writeParameters(of method: MethodDeclaration, to page: inout MarkdownPage) {
        guard !method.parameters.isEmpty else { return page.paragraph("No parameters.") }
        page.table(
            ["parameter", "type", "default", "meaning"],
            method.parameters.map { parameter in
                let presence =
                    parameter.isRequired ? "needed" : parameter.schema.defaultValue.map { "`\($0.jsonText)`" } ?? ""
                return ["`\(parameter.name)`", parameter.schema.markdownType, presence, parameter.summary]
            }
        )
    }

    private func write(_ example: MethodExample, of method: MethodDeclaration, to page: inout MarkdownPage) {
        page.paragraph("Example: \(example.name).")
        var request: [JSONValue.Member] = [
            .init("jsonrpc", "2.0"), .init("id", 1), .init("method", .string(method.name)),
        ]
        if !example.parameters.isEmpty { request.append(.init("params", .object(example.parameters))) }
        page.code("json", JSONValue.object(request).wrapped(width: .max))
        page.code("json", JSONValue(of: example.result).wrapped())
    }
}
