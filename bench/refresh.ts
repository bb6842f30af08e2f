// docs/goals.md row 3: refresh with rotation, beside the bare commit.
import { refreshOnce, signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'

const inFlight = 32
const server = await startServer()
const limit = await server.limit('commit')
const tokens = await Promise.all(
  Array.from({ length: inFlight }, async (_, n) => (await signInOnce(server, n)).refresh_token),
)
const free = [...tokens]
const measured = await measure({
  seconds: 10,
  inFlight,
  flow: async () => {
    const token = free.pop()
    if (!token) throw new Error('no refresh token is free')
    free.push(await refreshOnce(server, token))
  },
})
print('Refresh with rotation', {
  measured,
  limitName: 'bare commits',
  limit,
  must: '1,000 per second',
  aim: '1,800 per second',
})
await server.stop()
