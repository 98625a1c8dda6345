import ArgumentParser

/// How an answer is printed.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
    case table, json
}
