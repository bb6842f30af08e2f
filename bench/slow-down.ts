// Gives some processes a share of a processor each, one after the other and never two at once, so that a machine of
// few processors is like one where each has a slow one for itself: `slow-down.ts 0.3 pid…`. Ends with who started it.
const [share = 0, ...pids] = process.argv.slice(2).map(Number)
/** Short, so that the database always has something left to do. */
const period = 8

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch {
    // Gone in the meantime.
  }
}
const sleeping = new Int32Array(new SharedArrayBuffer(4))
const waitUntil = (moment: number) => void Atomics.wait(sleeping, 0, 0, Math.max(0, moment - performance.now()))

for (let begun = performance.now(); process.ppid > 1; begun += period)
  for (const [at, pid] of pids.entries()) {
    const from = begun + (at * period) / pids.length
    waitUntil(from)
    signal(pid, 'SIGCONT')
    waitUntil(from + period * share)
    signal(pid, 'SIGSTOP')
    if (at === pids.length - 1) waitUntil(begun + period)
  }
