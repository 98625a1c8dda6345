import NIOCore
import NIOPosix

/// The threads of one transport that have been started, one for each lane in use.
struct HTTPThreads {
    private var lanes = NameLanes()
    private(set) var groups: [Int: MultiThreadedEventLoopGroup] = [:]

    /// The lane on whose thread a host is looked up and connected to, with that thread running.
    ///
    /// Where descriptors are scarce, threads that run already are shared. `nil` where there is none for the first.
    mutating func lane(of host: String) -> Int? {
        let lane = lanes.lane(of: host)
        if groups[lane] != nil { return lane }
        // The library ends the program when a thread gets no descriptors: it takes three.
        guard FreeDescriptors.exist(groups.isEmpty ? 4 : 16) else { return groups.keys.min() }
        groups[lane] = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        return lane
    }
}
