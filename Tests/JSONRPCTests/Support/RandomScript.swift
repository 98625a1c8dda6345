/// A client's random messages, and what they owe it.
struct RandomScript {
    /// The bodies in the order in which they are sent.
    private(set) var messages: [String] = []
    /// How many answers each id must get, by its bytes; `null` has those that no id can be told of.
    private(set) var owed: [String: Int] = [:]
    /// How many notifications the handler must hear of.
    private(set) var notificationCount = 0
    private let caller: Int
    private var ids: [String] = []

    /// A script of so many messages, with ids that no other caller has.
    init(caller: Int, count: Int, using random: inout SplitMix) {
        self.caller = caller
        for _ in 0..<count { add(using: &random) }
    }

    private mutating func add(using random: inout SplitMix) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: addBroken(using: &random)
        case 1: addSilent(using: &random)
        case 2: addBatch(using: &random)
        case 3: addInvalid(using: &random)
        case 4: addCancel(using: &random)
        case 5: messages.append(request(again(using: &random), using: &random))
        default: messages.append(request(newID(using: &random), using: &random))
        }
    }

    // MARK: Ids

    /// An id that is new, in one of the shapes that are easily lost.
    private mutating func newID(using random: inout SplitMix) -> String {
        let number = caller * 1_000_000 + ids.count
        let shapes = [
            "\(number)", "\"s\(number)\"", "\(number).0", "\(number)e0", "-\(number).50", "9000000000000000\(number)",
            #""\u0041\#(number)""#, "\"영\(number)\"",
        ]
        ids.append(shapes[Int.random(in: 0..<shapes.count, using: &random)])
        return ids[ids.count - 1]
    }

    /// An id once more, be it in flight or not.
    private mutating func again(using random: inout SplitMix) -> String {
        ids.isEmpty ? newID(using: &random) : ids[Int.random(in: max(0, ids.count - 20)..<ids.count, using: &random)]
    }

    private mutating func owe(_ id: String) { owed[id, default: 0] += 1 }

    // MARK: Messages

    /// A request, which is owed an answer.
    private mutating func request(_ id: String, using random: inout SplitMix) -> String {
        owe(id)
        let calls = [
            #""method":"ping""#, #""method":"ping","params":null"#, #""method":"none""#, #""method":"invalid""#,
            #""method":"fail""#, #""method":"echo","params":{"a":["]}",1e0]}"#, #""method":"later","params":[1]"#,
            #""method":"pretty""#, #""method":"large","params":{"bytes":3000}"#,
            #""method":"sleep","params":{"ms":\#(Int.random(in: 0...2, using: &random))}"#,
        ]
        let call = calls[Int.random(in: 0..<calls.count, using: &random)]
        return Bool.random(using: &random)
            ? #"{"jsonrpc":"2.0","id":\#(id),\#(call)}"# : #"{ "id" : \#(id) , \#(call), "jsonrpc" : "2.0" }"#
    }

    private mutating func addBroken(using random: inout SplitMix) {
        let broken = ["{broken", #"{"jsonrpc":"2.0","id":1,"method":"ping",}"#, "[1,", #""\ud800""#]
        messages.append(broken[Int.random(in: 0..<broken.count, using: &random)])
        owe("null")
    }

    /// What must stay without any answer.
    private mutating func addSilent(using random: inout SplitMix) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: messages.append(#"{"jsonrpc":"2.0","id":"nobody's","result":{}}"#)
        case 1: messages.append(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#)
        case 2:
            messages.append(#"[{"jsonrpc":"2.0","method":"told"},{"jsonrpc":"2.0","method":"told"}]"#)
            notificationCount += 2
        default:
            messages.append(#"{"jsonrpc":"2.0","method":"told"}"#)
            notificationCount += 1
        }
    }

    private mutating func addInvalid(using random: inout SplitMix) {
        let id = newID(using: &random)
        let (message, answered) = [
            ("42", "null"), ("[]", "null"), (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, "null"),
            (#"{"jsonrpc":"1.0","id":\#(id),"method":"ping"}"#, id),
            (#"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":1}"#, id),
            (#"{"jsonrpc":"2.0","id":null,"method":"later"}"#, "null"),
        ][Int.random(in: 0..<6, using: &random)]
        messages.append(message)
        owe(answered)
    }

    private mutating func addBatch(using random: inout SplitMix) {
        var items = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            request(newID(using: &random), using: &random)
        }
        if Bool.random(using: &random) { items.append(request(again(using: &random), using: &random)) }
        if Bool.random(using: &random) {
            items.insert("3", at: 0)
            owe("null")
        }
        messages.append("[" + items.joined(separator: ", ") + "]")
    }

    /// A cancel of a call that waits, runs, has been answered, or comes only now.
    private mutating func addCancel(using random: inout SplitMix) {
        let isNew = Bool.random(using: &random)
        let id = isNew ? newID(using: &random) : again(using: &random)
        if isNew {
            owe(id)
            messages.append(#"{"jsonrpc":"2.0","id":\#(id),"method":"wait"}"#)
        }
        messages.append(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(id)}}"#)
    }
}
