// docs/goals.md row 2: client_credentials with an ES256 JWT, beside the bare signature.
import { clientCredentialsOnce } from './flows.ts'
import { print, startServer } from './harness.ts'
import { measure } from './load.ts'
import { report, secondsOf } from './report.ts'

const server = await startServer()
const limit = await server.limit('signature')
const measured = await measure({
  seconds: secondsOf(10),
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
report({
  row: 'client-credentials-share',
  value: measured.perSecond / limit,
  errors: measured.errors,
  bare: `${limit.toFixed(0)} signatures a second; it had ${measured.perSecond.toFixed(0)}`,
})
await server.stop()
