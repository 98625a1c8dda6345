/// The problems of texts that cost too much.
extension YAMLError {
    static func tooManyBytes(_ count: Int, _ limits: YAMLLimits) -> YAMLError {
        YAMLError(.limit, at: .start, "the file has \(count) bytes, but \(limits.maximumBytes) is the limit")
    }

    static func tooDeep(at position: YAMLPosition, _ limits: YAMLLimits) -> YAMLError {
        YAMLError(
            .limit,
            at: position,
            "lists and maps stand more than \(limits.maximumDepth) levels deep inside each other here"
        )
    }

    static func tooManyNodes(at position: YAMLPosition, _ limits: YAMLLimits) -> YAMLError {
        YAMLError(
            .limit,
            at: position,
            "from here on there are more than \(limits.maximumNodes) values, counting what aliases stand for"
        )
    }

    static func tooMuchText(at position: YAMLPosition, _ limits: YAMLLimits) -> YAMLError {
        YAMLError(
            .limit,
            at: position,
            "from here on there are more than \(limits.maximumTextBytes) bytes of text, counting what aliases stand for"
        )
    }

    static func tooManyTagDirectives(at position: YAMLPosition, maximum: Int) -> YAMLError {
        YAMLError(.limit, at: position, "more than \(maximum) lines begin with %TAG")
    }
}
