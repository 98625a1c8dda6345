import ArgumentParser

/// How the problems of a file are printed.
enum ProblemFormat: String, ExpressibleByArgument, CaseIterable {
    /// A line for each, as compilers write them.
    case text
    /// One document, for programs.
    case json
}
