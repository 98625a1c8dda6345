#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Small files and folders of `/proc`.
package enum ProcessFiles {
    /// Open descriptors of a process by number, or of this one; `nil` where there is no `/proc`.
    package static func descriptorCount(of process: String = "self") -> Int? {
        let found = descriptors(of: process)
        // Without the folder that was being read.
        return found.isEmpty ? nil : found.count - (process == "self" ? 1 : 0)
    }

    /// Waits until this process has fewer descriptors than `bound`; `false` where that does not come within `timeout`.
    ///
    /// Tests that run beside each other share the count, so one look at it says nothing; a leak stays.
    package static func waitForDescriptors(
        fewerThan bound: Int,
        upTo timeout: Duration = .seconds(120)
    ) async throws -> Bool {
        let end = ContinuousClock.now + timeout
        while (descriptorCount() ?? 0) >= bound {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(50))
        }
        return true
    }

    static func descriptors(of process: String = "self") -> [Int32] {
        guard let folder = unsafe opendir("/proc/\(process)/fd") else { return [] }
        defer { unsafe closedir(folder) }
        var found: [Int32] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if let descriptor = Int32(name) { found.append(descriptor) }
        }
        return found
    }

    static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { LoopbackSocket.close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let part = Descriptor.read(descriptor)
            if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += part
        }
    }
}
