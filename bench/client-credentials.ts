// docs/goals.md row 2: client_credentials with an ES256 JWT, beside the bare signature.
import { clientCredentialsOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'

const server = await startServer()
const limit = await server.limit('signature')
const measured = await measure({
  seconds: 10,
  inFlight: 32,
  flow: () => clientCredentialsOnce(server),
})
print('client_credentials, ES256 JWT', {
  measured,
  limitName: 'bare ES256 signatures (one core)',
  limit,
  must: '4,000 per second',
  aim: '5,000 per second',
})
await server.stop()
