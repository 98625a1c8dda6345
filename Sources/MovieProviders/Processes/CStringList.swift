#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A null-terminated array of C strings, as `posix_spawn` takes it.
@safe struct CStringList {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        unsafe pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() {
            unsafe (pointers + index).initialize(to: strdup(string))
        }
        unsafe (pointers + count).initialize(to: nil)
    }

    func free() {
        for index in 0..<count {
            #if canImport(Glibc)
            unsafe Glibc.free(pointers[index])
            #else
            unsafe Darwin.free(pointers[index])
            #endif
        }
        unsafe pointers.deallocate()
    }
}
