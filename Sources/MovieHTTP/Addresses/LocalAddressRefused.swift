/// A name led to an address of this machine or this network, which only a literal address or `localhost` may.
struct LocalAddressRefused: Error {}
