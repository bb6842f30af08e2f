// The example relying party: `ISSUER=… PORT=… APPLICATIONS='[{"name":"grants","title":"Grants","responseType":"code"}]'
// node main.ts`
import { createServer } from 'node:http'
import { readSettings } from './settings.ts'
import { createSite } from './site.ts'

const settings = readSettings(process.env)
const server = createServer(createSite(settings))

server.listen(settings.port, () => {
  process.stdout.write(`Example applications of ${settings.issuer}: ${settings.origin}/\n`)
})

const stop = () => {
  server.close(() => process.exit(0))
  server.closeAllConnections()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// Started by the demonstration it goes when that goes, a kill -9 included.
process.once('disconnect', stop)
