import Foundation

/// The inputs of a target in the form that libFuzzer expects: a folder with one file for each input.
struct CorpusFolder {
    let path: String

    /// Writes the target's seeds and the inputs of a packed file, if it exists.
    func fill(for target: FuzzTarget, from packed: String) throws {
        let text =
            FileManager.default.fileExists(atPath: packed) ? try String(contentsOfFile: packed, encoding: .utf8) : ""
        guard let found = PackedCorpus.unpack(text) else { throw Violation("\(packed) is not a packed corpus") }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (number, input) in (target.seeds + found).enumerated() {
            try Data(input).write(to: URL(fileURLWithPath: "\(path)/input-\(number)"))
        }
    }

    /// Packs the folder's files into one, without the target's seeds.
    func pack(for target: FuzzTarget, into packed: String) throws {
        let seeds = Set(target.seeds)
        let inputs = try FileManager.default.contentsOfDirectory(atPath: path).map {
            try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")))
        }
        try PackedCorpus.pack(inputs.filter { !seeds.contains($0) }).write(
            toFile: packed,
            atomically: true,
            encoding: .utf8
        )
    }
}
