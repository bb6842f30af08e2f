// docs/goals.md row 2: client_credentials with an ES256 JWT, beside the bare signature.
import { print, startServer } from './harness.ts'
import { call, measure } from './load.ts'
import { benchSecret } from './people.ts'

const server = await startServer()
const limit = await server.limit('signature')
const headers = {
  'content-type': 'application/x-www-form-urlencoded',
  authorization: `Basic ${Buffer.from(`machine:${benchSecret}`).toString('base64')}`,
}
const measured = await measure({
  seconds: 10,
  inFlight: 32,
  flow: async () => {
    const reply = await call(`${server.origin}/identity/connect/token`, {
      method: 'POST',
      headers,
      body: 'grant_type=client_credentials&scope=read%3Athings',
    })
    if (reply.status !== 200) throw new Error(reply.body)
  },
})
print('client_credentials, ES256 JWT', {
  measured,
  limitName: 'bare ES256 signatures (one core)',
  limit,
  must: '4,000 per second',
  aim: '5,000 per second',
})
await server.stop()
