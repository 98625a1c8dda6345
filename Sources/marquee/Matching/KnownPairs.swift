/// Pairs of ids that are known to be one film: two a line, parted by a tab.
enum KnownPairs {
    /// Reads them; empty lines and those that begin with `#` are left out.
    ///
    /// - Throws: ``LineReader/Failure`` where the file cannot be read, ``FilmLine/Problem`` at a line of another form.
    static func read(_ path: String) throws -> [(String, String)] {
        var reader = try LineReader(path)
        var pairs: [(String, String)] = []
        var number = 0
        while let line = try reader.next() {
            number += 1
            let text = String(decoding: line, as: UTF8.self)
            if text.isEmpty || text.hasPrefix("#") { continue }
            let ids = text.split(separator: "\t")
            guard ids.count == 2 else {
                throw FilmLine.Problem(description: "\(path):\(number): not two ids parted by a tab")
            }
            pairs.append((String(ids[0]), String(ids[1])))
        }
        return pairs
    }
}
