// New users who wait for the approval of their request: what was said of them, and how it is mended while it waits
//
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { ById } from './kernel/fields.ts'
import { RequestUser, SavedRequestUser } from './operation-request-forms.ts'

// Whether the request is theirs to edit is seen by the use case.
const access = anyOf('Administrator', 'TenantAdministrator', 'IdentityConsultant')

export const draftUsers = endpoints({
  get: {
    method: 'GET',
    path: '/admin/operationRequests/createUser/:id',
    access,
    summary: 'The new user of a request, by the id of the request; 404 once somebody has let them in.',
    params: ById,
    output: RequestUser,
  },
  save: {
    method: 'PUT',
    path: '/admin/operationRequests/createUser/:id',
    access,
    summary: 'The draft as it shall be, while its request waits; by whoever asked or decides. The user name stays.',
    params: ById,
    input: SavedRequestUser,
    output: RequestUser,
  },
})
