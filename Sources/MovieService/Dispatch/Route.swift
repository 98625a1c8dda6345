import Synchronization

/// What a call needs of its method's declaration, which is too large to be copied for each.
final class Route: Sendable {
    private struct Kept {
        let generation: Int
        let result: [UInt8]
    }

    /// The method's name.
    let name: String
    let work: MethodDeclaration.Work
    let keeping: AnswerKeeping?
    private let kept = Mutex<Kept?>(nil)

    init(_ method: MethodDeclaration) {
        name = method.name
        work = method.work
        keeping = method.keeping
    }

    /// The result that was written of the catalogue of that generation, if it was.
    func result(ofGeneration generation: Int) -> [UInt8]? {
        kept.withLock { $0?.generation == generation ? $0?.result : nil }
    }

    /// Keeps what was written of the catalogue of that generation.
    func keep(_ result: [UInt8], ofGeneration generation: Int) {
        kept.withLock { $0 = Kept(generation: generation, result: result) }
    }
}
