import Upstream

/// Deals out threads to names, so that one that is looked up in vain holds up no other.
///
/// The network library looks names up one after the other on each thread, and cannot break off. So the first names get
/// a thread each, more than definitions usually have hosts; the later ones share some that are kept for them.
struct NameLanes {
    /// Addresses need no lookup: one thread does for all of them.
    static let ofAddresses = 0
    static let own = 1...12
    static let shared = 13...16

    private var lanes: [String: Int] = [:]

    /// The number of the thread for a host, the same at every call.
    mutating func lane(of host: String) -> Int {
        if IPAddress(host) != nil { return Self.ofAddresses }
        if let lane = lanes[host] { return lane }
        guard lanes.count < Self.own.count else { return Self.sharedLane(of: host) }
        let lane = Self.own.lowerBound + lanes.count
        lanes[host] = lane
        return lane
    }

    private static func sharedLane(of host: String) -> Int {
        let sum = host.utf8.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) }
        return shared.lowerBound + Int(sum % UInt32(shared.count))
    }
}
