-- The program: plain JSON-RPC, one message a line, no handshake. If it ends by itself, it is started again, and
-- everything that still waits for an answer is asked again.

local options = require("marquee.options")

local M = {}

local job, last_id, unread = nil, 0, ""
local waiting = {} -- the calls without an answer, by their ids
local has_answered = false -- whether this process has answered anything
local ends = {} -- when it ended by itself, in the last ten minutes
local listeners = {}

---Calls `listener(method, params)` for each notification, and with the method "restarted" after a restart.
function M.listen(listener)
  table.insert(listeners, listener)
end

local function tell(method, params)
  for _, listener in ipairs(listeners) do
    listener(method, params)
  end
end

---The program and its arguments. Until there is a key or a file of definitions, the built-in recording answers.
function M.command()
  if options.command then
    return options.command
  end
  local folder = vim.env.XDG_CONFIG_HOME or vim.fn.expand("~/.config")
  local has_key = vim.env.KOFIC_API_KEY or vim.env.TMDB_READ_TOKEN or vim.env.OMDB_API_KEY
  local is_ready = has_key or vim.fn.filereadable(folder .. "/marquee/providers.yaml") == 1
  return vim.list_extend({ "marquee", "--framing", "line" }, is_ready and {} or { "--demo" })
end

---Shows a failure to the reader.
function M.complain(text)
  vim.notify("marquee: " .. text, vim.log.levels.ERROR)
end

---What to say about an error object.
function M.failure(err)
  local hint = type(err.data) == "table" and err.data.hint
  return err.message .. (hint and (" (%s)"):format(hint) or "")
end

local function receive(line)
  local is_read, message = pcall(vim.json.decode, line)
  if not is_read or type(message) ~= "table" then
    return M.complain("not a message: " .. line:sub(1, 200))
  end
  has_answered = true
  if message.method == "$/progress" then
    local call = waiting[message.params.token]
    if call and call.part then
      call.part(message.params.value)
    end
  elseif message.method then
    tell(message.method, message.params)
  elseif waiting[message.id] then
    local call = waiting[message.id]
    waiting[message.id] = nil
    call.done(message.error, message.result)
  end
end

local function on_stdout(from, pieces)
  if from ~= job then
    return
  end
  pieces[1] = unread .. pieces[1]
  unread = table.remove(pieces)
  for _, line in ipairs(pieces) do
    receive(line)
  end
end

-- A program that has just ended takes nothing; the call is sent again when `on_exit` has started it again.
local function write(method, params, id)
  local message = { jsonrpc = "2.0", id = id, method = method, params = params }
  pcall(vim.fn.chansend, job, vim.json.encode(message) .. "\n")
end

-- How the program ended: a signal is 128 and its number.
local function ending(code)
  local text = code > 128 and ("was ended by signal %d"):format(code - 128) or ("ended with %d"):format(code)
  return text .. (code == 78 and "; `marquee check` shows what is wrong in providers.yaml" or "")
end

local start

local function fail_all(reason)
  local calls = waiting
  waiting = {}
  for _, call in pairs(calls) do
    call.done({ message = reason })
  end
end

-- Whether the program ends again and again, as one does that cannot take a call that is repeated.
local function keeps_ending()
  local now = vim.loop.now()
  ends = vim.tbl_filter(function(time)
    return now - time < 600000
  end, ends)
  table.insert(ends, now)
  return #ends > 3
end

local function give_up(reason)
  M.complain(reason)
  fail_all("marquee " .. reason)
end

-- Starts the program, and asks everything again that has no answer. Returns whether it runs.
local function start_again()
  if not start() then
    return false
  end
  local ids = vim.tbl_keys(waiting)
  table.sort(ids)
  for _, id in ipairs(ids) do
    write(waiting[id].method, waiting[id].params, id)
  end
  tell("restarted", {})
  return true
end

-- A program that never answered would only end again, so it is not started a second time. The next call starts it.
local function on_exit(from, code)
  if from ~= job then
    return
  end
  job, unread = nil, ""
  if not has_answered or keeps_ending() then
    return give_up(ending(code) .. (has_answered and " four times in ten minutes" or ""))
  end
  if not start_again() then
    return M.complain(ending(code) .. ", and could not be started again")
  end
  vim.notify(("marquee %s, and was started again"):format(ending(code)), vim.log.levels.WARN)
end

-- Returns whether the program runs; where it cannot be started, all calls fail with the reason.
start = function()
  if job then
    return true
  end
  has_answered, unread = false, ""
  local command = M.command()
  if vim.fn.executable(command[1]) ~= 1 then
    fail_all(("cannot find the program %s; see :checkhealth marquee"):format(command[1]))
    return false
  end
  -- A program that is being replaced may not be startable yet.
  local is_started, started = pcall(vim.fn.jobstart, command, { on_stdout = on_stdout, on_exit = on_exit })
  if not is_started or started <= 0 then
    fail_all(("cannot start the program %s: %s"):format(command[1], started))
    return false
  end
  job = started
  write("cache/watch", vim.empty_dict(), 0)
  return true
end

---Calls a method and returns the id of the call.
---@param done fun(err: table?, result: any)
---@param part fun(result: table)? receives what single sources have answered, before `done`
function M.request(method, params, done, part)
  last_id = last_id + 1
  params = vim.deepcopy(params)
  params.partialResultToken = part and last_id
  params = next(params) and params or vim.empty_dict()
  waiting[last_id] = { method = method, params = params, done = done, part = part }
  local id = last_id
  if start() then
    write(method, params, id)
  end
  return id
end

---Cancels a call. Its handlers are forgotten, so an answer that is already on its way changes nothing.
function M.cancel(id)
  if id and waiting[id] then
    waiting[id] = nil
    if job then
      write("$/cancelRequest", { id = id })
    end
  end
end

---Waits for the answer of a call, at most `milliseconds`, and returns its result, or nil.
function M.ask(method, params, milliseconds)
  local is_answered, result = false, nil
  local call = M.request(method, params, function(_, found)
    is_answered, result = true, found
  end)
  vim.wait(milliseconds, function()
    return is_answered
  end, 10)
  M.cancel(call)
  return result
end

---The process id of the program, or nil if it does not run.
function M.process()
  return job and vim.fn.jobpid(job)
end

-- Ends the process, also one that hangs.
local function end_process()
  if job then
    write("shutdown", nil, 0)
    write("exit")
    local stopped = job
    job, unread = nil, ""
    if vim.fn.jobwait({ stopped }, 2000)[1] == -1 then
      vim.fn.jobstop(stopped)
    end
  end
end

---Ends the program.
function M.stop()
  end_process()
  fail_all("marquee was stopped")
end

---Ends the program, and starts it again, which may be a newer one by now. What waits for an answer is asked again.
function M.restart()
  end_process()
  return start_again()
end

vim.api.nvim_create_autocmd("VimLeavePre", { callback = M.stop })

return M
