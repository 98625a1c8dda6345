-- :checkhealth marquee

local server = require("marquee.server")

local M = {}

local health = vim.health or require("health")
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local info = health.info or health.report_info
local warn = health.warn or health.report_warn
local err = health.error or health.report_error

local function check_program()
  local command = server.command()
  if vim.fn.executable(command[1]) ~= 1 then
    err(("cannot find the program %s"):format(command[1]), {
      "Install Marquee, or name it: require('marquee').setup({ command = { '/path/to/marquee', '--framing', 'line' } })",
    })
    return false
  end
  ok("the program: " .. table.concat(command, " "))
  if vim.tbl_contains(command, "--demo") then
    warn("the demo answers, which has only a few films", {
      "Set KOFIC_API_KEY, TMDB_READ_TOKEN, or OMDB_API_KEY, or write a providers.yaml.",
    })
  end
  return true
end

local function check_sources()
  local answer = server.ask("providers/list", {}, 10000)
  if not answer then
    return err("the program does not answer", { "`marquee check` shows what is wrong in providers.yaml." })
  end
  for _, provider in ipairs(answer.providers) do
    if provider.status == "available" then
      ok(provider.title)
    elseif provider.status == "disabled" then
      info(("%s is disabled: %s"):format(provider.title, provider.reason or "no reason given"))
    else
      warn(("%s is %s: %s"):format(provider.title, provider.status, provider.reason or "no reason given"))
    end
  end
end

function M.check()
  start("marquee: program")
  if not check_program() then
    return
  end
  start("marquee: sources")
  check_sources()
  start("marquee: posters")
  if vim.fn.executable("chafa") == 1 then
    ok("chafa")
  else
    warn("cannot find chafa, so posters are not drawn")
  end
  start("marquee: language server")
  local command = require("marquee.definitions").command()
  if vim.fn.executable(command[1]) == 1 then
    ok(table.concat(command, " "))
  else
    warn(("cannot find %s, so providers.yaml is not checked"):format(command[1]))
  end
end

return M
