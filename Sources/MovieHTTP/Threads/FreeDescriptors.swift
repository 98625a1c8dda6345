#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Whether the process may open more files, found out by trying.
enum FreeDescriptors {
    /// Opens `count` of them by `duplicate`, which is negative where it cannot, and closes them again.
    static func exist(_ count: Int, duplicate: () -> Int32 = { dup(STDERR_FILENO) }) -> Bool {
        var taken: [Int32] = []
        defer { for descriptor in taken { close(descriptor) } }
        while taken.count < count {
            let descriptor = duplicate()
            // Without a stderr there is nothing to try with.
            if descriptor < 0 { return errno == EBADF }
            taken.append(descriptor)
        }
        return true
    }

    private static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }
}
