// What `/scim/v2` answers, as values: the routes and the operations of a bulk are read from here.
import * as directory from '#server/features/directory/directory.public.ts'
import { resourceTypes, serviceProviderConfig, shownSchemas, stored } from './discovery.ts'

type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type EndpointAddress = {
  readonly method: ScimMethod
  readonly path: `/${string}`
  /** Without a token as well. */
  readonly access?: 'anyone'
}
export type ScimEndpoint = EndpointAddress &
  ({ readonly reads: directory.ScimRead } | { readonly writes: directory.ScimWrite })

const reads = (method: 'GET' | 'POST', path: EndpointAddress['path'], useCase: directory.ScimRead): ScimEndpoint => ({
  method,
  path,
  reads: useCase,
})
const writes = (
  method: Exclude<ScimMethod, 'GET'>,
  path: EndpointAddress['path'],
  useCase: directory.ScimWrite,
): ScimEndpoint => ({
  method,
  path,
  writes: useCase,
})

export const scimEndpoints: readonly ScimEndpoint[] = [
  reads('GET', '/Users', directory.listPeople),
  reads('POST', '/Users/.search', directory.searchPeople),
  reads('GET', '/Users/:id', directory.getPerson),
  writes('POST', '/Users', directory.createPerson),
  writes('PUT', '/Users/:id', directory.replacePerson),
  writes('PATCH', '/Users/:id', directory.patchPerson),
  writes('DELETE', '/Users/:id', directory.removePerson),
  reads('GET', '/Groups', directory.listGroups),
  reads('POST', '/Groups/.search', directory.searchGroups),
  reads('GET', '/Groups/:id', directory.getGroup),
  writes('POST', '/Groups', directory.createGroupOfDirectory),
  writes('PUT', '/Groups/:id', directory.replaceGroup),
  writes('PATCH', '/Groups/:id', directory.patchGroup),
  writes('DELETE', '/Groups/:id', directory.removeGroupOfDirectory),
  reads('POST', '/.search', directory.searchAll),
  // How a client authenticates, it learns before it does (RFC 7643 section 5).
  { ...reads('GET', '/ServiceProviderConfig', serviceProviderConfig), access: 'anyone' },
  reads('GET', '/ResourceTypes', stored(resourceTypes)),
  reads('GET', '/ResourceTypes/:id', stored(resourceTypes)),
  reads('GET', '/Schemas', stored(shownSchemas)),
  reads('GET', '/Schemas/:id', stored(shownSchemas)),
]
