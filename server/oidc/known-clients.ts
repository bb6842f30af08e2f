// Clients are applications; a change of one shows here within two seconds on every instance. Kept as the library's own
// objects: it would write out and hash all that is known of a client with every request.
import type Provider from 'oidc-provider'
import type { Client } from 'oidc-provider'

const keptMilliseconds = 2000
const most = 1000

export const rememberClients = ({ Client: clients }: Provider) => {
  const find = clients.find.bind(clients)
  const known = new Map<string, { readonly until: number; readonly found: Client | undefined }>()
  const remembering = async (name: string): Promise<Client | undefined> => {
    const remembered = known.get(name)
    if (remembered && remembered.until > Date.now()) return remembered.found
    const found = await find(name)
    if (known.size >= most) known.clear()
    known.set(name, { until: Date.now() + keptMilliseconds, found })
    return found
  }
  Object.defineProperty(clients, 'find', { value: remembering })
}
