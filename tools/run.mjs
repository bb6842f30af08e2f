// Children of the tools: in our process group, and ended with us.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = path.resolve(import.meta.dirname, '..')

const children = new Set()
const endings = new Set()
let interrupted = false

/**
 * Runs to the end; the exit code, with what it printed when `quiet`. `log`: a file that it prints into. A command that
 * cannot be started has code 127.
 */
export const run = (command, parameters, { env = {}, quiet = false, log, minutes = 30, ...options } = {}) =>
  new Promise((resolve) => {
    const file = log && openSync(log, 'a')
    const output = file ?? (quiet ? 'pipe' : 'inherit')
    const stdio = ['ignore', output, output]
    const child = spawn(command, parameters, { cwd: root, stdio, env: { ...process.env, ...env }, ...options })
    let printed = ''
    child.stdout?.on('data', (chunk) => (printed += chunk))
    child.stderr?.on('data', (chunk) => (printed += chunk))
    const deadline = setTimeout(() => {
      console.error(`${path.basename(command)} ${parameters[0]} took longer than ${minutes} minutes and was ended.`)
      child.kill('SIGKILL')
    }, minutes * 60_000)
    if (file) closeSync(file)
    children.add(child)
    const end = (code) => {
      clearTimeout(deadline)
      children.delete(child)
      // Interrupted, nothing comes after this.
      if (!interrupted) resolve({ code, printed })
    }
    child.once('error', (error) => {
      printed += error.message
      end(127)
    })
    child.once('close', (code) => end(code ?? 1))
  })

/** With the pinned Node, a tool of node_modules by its script. */
export const runTool = (script, parameters, options) =>
  run(process.execPath, [path.join(root, 'node_modules', script), ...parameters], options)

/** What must not outlive us, however we end. */
export const atEnd = (ending) => {
  endings.add(ending)
  return async () => {
    if (endings.delete(ending)) await ending()
  }
}

/** A second signal is what Vitest wants to end at once; only what does not listen is killed. */
const endAll = async (signal) => {
  for (const [kind, patience] of [
    [signal, 4_000],
    ['SIGINT', 4_000],
    ['SIGKILL', 1_000],
  ]) {
    const gone = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of children) child.kill(kind)
    await Promise.race([Promise.all(gone), sleep(patience)])
  }
  for (const ending of endings) await ending()
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  process.on(signal, () => {
    if (interrupted) return
    interrupted = true
    void endAll(signal === 'SIGHUP' ? 'SIGTERM' : signal).finally(() => process.exit(code))
  })
