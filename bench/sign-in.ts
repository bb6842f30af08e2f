// docs/goals.md row 1: password sign-in, beside the bare hash.
import { signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'

const server = await startServer()
const limit = await server.limit('hash')
const measured = await measure({ seconds: 10, inFlight: 8, flow: async (n) => void (await signInOnce(server, n)) })
print('Sign-in: authorize + password + code + token', {
  measured,
  limitName: 'bare argon2id verifications',
  limit,
  must: '90 per second, p95 ≤ 250 ms at 8 in flight, 0 errors',
  aim: '120 per second',
})
await server.stop()
