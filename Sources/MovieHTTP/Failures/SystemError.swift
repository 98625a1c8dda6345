import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The meanings of `errno` that a failed connection can have here.
enum SystemError: Hashable {
    case refused, unreachable, timedOut, descriptorsUsedUp, other

    init(_ error: IOError) {
        switch error.errnoCode {
        case ECONNREFUSED: self = .refused
        case EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, EACCES, EPERM: self = .unreachable
        case ETIMEDOUT: self = .timedOut
        case EMFILE, ENFILE: self = .descriptorsUsedUp
        default: self = .other
        }
    }
}
