// docs/goals.md row 4: userinfo and an API call with a bearer token, beside the bare lookup.
import { signInOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { call, measure } from './load.ts'

const server = await startServer()
const limit = await server.limit('lookup')
const people = await Promise.all(Array.from({ length: 16 }, async (_, n) => (await signInOnce(server, n)).access_token))
for (const [title, path] of [
  ['userinfo', '/identity/connect/userinfo'],
  ['a bearer token checked on an API call', '/identity/api/v1/profile/language'],
] as const) {
  const measured = await measure({
    seconds: 8,
    inFlight: 8,
    flow: async (n) => {
      const reply = await call(`${server.origin}${path}`, {
        headers: { authorization: `Bearer ${people[n % people.length]}` },
      })
      if (reply.status !== 200) throw new Error(reply.body)
    },
  })
  print(title, {
    measured,
    limitName: 'bare lookups',
    limit,
    must: '3,500 per second, p99 ≤ 10 ms',
    aim: '6,000 per second',
  })
}
await server.stop()
