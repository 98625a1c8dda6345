/// Lines in memory, in blocks: one array of all of them would be copied as it grows.
struct LineStore {
    private var blocks: [[UInt8]] = []
    private var places: [(block: UInt32, start: UInt32, count: UInt32)] = []
    private static let blockSize = 1 << 20

    mutating func append(_ line: [UInt8]) {
        if (blocks.last.map { $0.count + line.count > LineStore.blockSize }) ?? true {
            blocks.append([])
            blocks[blocks.count - 1].reserveCapacity(max(LineStore.blockSize, line.count))
        }
        let block = blocks.count - 1
        places.append((UInt32(block), UInt32(blocks[block].count), UInt32(line.count)))
        blocks[block].append(contentsOf: line)
    }

    /// The line that was appended at a position, from 0.
    subscript(position: Int) -> [UInt8] {
        let place = places[position]
        return Array(blocks[Int(place.block)][Int(place.start)..<Int(place.start + place.count)])
    }
}
