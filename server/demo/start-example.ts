// The sibling application as a child of the demonstration: single sign-on and sign-out to look at.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { exampleApplications } from './example-applications.ts'

const script = path.resolve(import.meta.dirname, '../../examples/relying-party/main.ts')

/** The wanted port, or any free one: the addresses of the demonstration follow it. */
const freePort = (wanted: number) =>
  new Promise<number>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(wanted === 0 ? 0 : freePort(0)))
    probe.listen(wanted, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export const startExample = async ({
  port,
  issuer,
  say,
}: {
  port: number
  issuer: string
  say: (line: string) => void
}) => {
  const chosen = await freePort(port)
  const url = `${new URL(issuer).protocol}//${new URL(issuer).hostname}:${chosen}`
  const child = spawn(process.execPath, [script], {
    // The channel tells it when the server is gone, however it went; a Ctrl-C is the server's to pass on.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
    env: { PATH: '', ISSUER: issuer, PORT: String(chosen), APPLICATIONS: JSON.stringify(exampleApplications) },
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.unref()
  child.channel?.unref()
  let wanted = true
  child.once('exit', () => wanted && say('The example application stopped; the portal goes on without it.'))
  return {
    url,
    stop: async () => {
      wanted = false
      // Nothing else may be left that the process waits for.
      child.ref()
      child.kill('SIGTERM')
      await gone
    },
  }
}
