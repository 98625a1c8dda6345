// A program that speaks JSON-RPC with Content-Length headers, over its standard input and output. If it ends by itself,
// it is started again, and everything that still waits for an answer is asked again.

const { spawn } = require("node:child_process");

/** The whole messages at the start of some bytes, and the bytes that remain. */
function readMessages(bytes) {
  const messages = [];
  for (;;) {
    const end = bytes.indexOf("\r\n\r\n");
    if (end < 0) return { messages, rest: bytes };
    const header = bytes.subarray(0, end).toString("latin1");
    const length = Number(/content-length: *(\d+)/i.exec(header)?.[1]);
    if (!Number.isInteger(length)) throw new Error(`expected a Content-Length header, found ${header.slice(0, 80)}`);
    const start = end + 4;
    if (bytes.length < start + length) return { messages, rest: bytes };
    messages.push(JSON.parse(bytes.subarray(start, start + length).toString()));
    bytes = bytes.subarray(start + length);
  }
}

class Connection {
  /**
   * @param {() => string[]} command the program and its arguments
   * @param {object} hooks `begin(connection)` sends what comes first; `notified(method, params)` takes notifications;
   *   `restarted(how)` and `failed(text)` tell the reader; `log(text)` takes what the program writes as errors
   */
  constructor(command, hooks) {
    Object.assign(this, { command, hooks, calls: new Map(), lastId: 0, ends: [] });
  }

  start() {
    if (this.child) return;
    const [program, ...options] = this.command();
    let child;
    try {
      child = this.child = spawn(program, options, { stdio: ["pipe", "pipe", "pipe"] });
    } catch (error) {
      // A program that is being replaced may not be startable yet.
      return this.giveUp(`cannot be started: ${error.message}`);
    }
    this.hasAnswered = false;
    let unread = Buffer.alloc(0);
    child.stdin.on("error", () => {}); // the end of the program is told by "exit"
    child.stderr.on("data", (text) => this.hooks.log(text.toString()));
    child.stdout.on("data", (bytes) => {
      // A process that is ended cancels its calls, but they are asked again.
      if (child !== this.child) return;
      try {
        const { messages, rest } = readMessages(Buffer.concat([unread, bytes]));
        unread = rest;
        messages.forEach((message) => this.receive(message));
      } catch (error) {
        this.hooks.failed(`marquee cannot be understood: ${error.message}`);
        child.kill();
      }
    });
    child.on("error", (error) => this.ended(child, `cannot be started: ${error.message}`));
    child.on("exit", (code, signal) => this.ended(child, signal ? `was ended by ${signal}` : `ended with ${code}`, code));
    this.hooks.begin?.(this);
  }

  /** Whether the program ends again and again, as one does that cannot take a call that is repeated. */
  keepsEnding() {
    const now = Date.now();
    this.ends = [...this.ends.filter((time) => now - time < 600_000), now];
    return this.ends.length > 3;
  }

  failAll(how) {
    const calls = [...this.calls.values()];
    this.calls.clear();
    calls.forEach(({ reject }) => reject(new Error(`marquee ${how}`)));
  }

  /** Tells the reader, and fails what waits for an answer. The next call starts the program. */
  giveUp(how) {
    this.hooks.failed(`marquee ${how}`);
    this.failAll(how);
  }

  /** A program that never answered would only end again, so it is not started a second time. */
  ended(child, how, code) {
    if (child !== this.child) return;
    this.child = undefined;
    if (!this.hasAnswered) return this.giveUp(how + (code === 78 ? "; `marquee check` shows what is wrong in providers.yaml" : ""));
    if (this.keepsEnding()) return this.giveUp(`${how} four times in ten minutes`);
    this.startAgain(how);
  }

  /** Starts the program, and asks everything again that has no answer. */
  startAgain(how) {
    this.start();
    if (!this.child) return;
    for (const [id, { method, params }] of this.calls) this.write({ id, method, params });
    this.hooks.restarted?.(how);
  }

  receive(message) {
    this.hasAnswered = true;
    if (message.method === "$/progress") {
      this.calls.get(message.params.token)?.part?.(message.params.value);
    } else if (message.method) {
      this.hooks.notified?.(message.method, message.params);
    } else if (this.calls.has(message.id)) {
      const { resolve, reject } = this.calls.get(message.id);
      this.calls.delete(message.id);
      if (message.error) reject(Object.assign(new Error(message.error.message), message.error));
      else resolve(message.result);
    }
  }

  /** A program that could not be started takes nothing. */
  write(message) {
    if (!this.child) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }

  /** Calls a method. `part` receives what single sources have answered; `signal` is an AbortSignal that cancels. */
  request(method, params = {}, { part, signal } = {}) {
    this.start();
    const id = ++this.lastId;
    if (part) params = { ...params, partialResultToken: id };
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => this.cancel(id));
      this.calls.set(id, { method, params, part, resolve, reject });
      if (this.child) this.write({ id, method, params });
      else this.failAll("cannot be started");
    });
  }

  /** An answer that is already on its way changes nothing. */
  cancel(id) {
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    if (this.child) this.write({ method: "$/cancelRequest", params: { id } });
    call.reject(new Error("cancelled"));
  }

  notify(method, params = {}) {
    this.start();
    this.write({ method, params });
  }

  /** Ends the program, and resolves when it has ended. */
  async stop() {
    await this.endProcess();
    this.failAll("was stopped");
  }

  /** Ends the program, and starts it again, which may be a newer one by now. What waits for an answer is asked again. */
  restart() {
    const hasEnded = this.endProcess();
    this.startAgain("was stopped");
    return hasEnded;
  }

  /** Ends the process, also one that hangs, and resolves when it has ended. */
  async endProcess() {
    const child = this.child;
    if (!child) return;
    const hasEnded = new Promise((resolve) => child.once("exit", resolve));
    this.write({ id: 0, method: "shutdown" });
    this.write({ method: "exit" });
    this.child = undefined;
    const alarm = setTimeout(() => child.kill("SIGKILL"), 2_000);
    await hasEnded;
    clearTimeout(alarm);
  }
}

module.exports = { Connection };
