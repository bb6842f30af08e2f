// A played server that holds the pages to docs/decisions/0027: the write of a change that was previewed carries the
// stamp of the preview, or it is refused (428), and the spec fails when its harness is closed.
import type { PreviewedChange } from '#contract/access-preview.ts'

type Single = Exclude<PreviewedChange, { kind: 'several' }>

type Writes = { readonly [K in Single['kind']]: (change: Extract<Single, { kind: K }>) => readonly string[] }

/** The writes that make a change. */
const writes: Writes = {
  move: ({ tenantId }) => [`PUT /admin/tenants/${tenantId}/change-parent`],
  deleteTenant: ({ tenantId }) => [`DELETE /admin/tenants/${tenantId}`],
  addMember: ({ tenantId }) => [`POST /admin/tenants/${tenantId}/members`],
  saveMember: ({ tenantId, memberId }) => [`PUT /admin/tenants/${tenantId}/members/${memberId}`],
  removeMember: ({ tenantId, memberId }) => [`DELETE /admin/tenants/${tenantId}/members/${memberId}`],
  revoke: ({ tenantId }) => [`POST /admin/tenants/${tenantId}/members/revokeAccess`],
  leaveTenants: ({ identityId }) => [`DELETE /admin/tenantIdentities/${identityId}`],
  joinGroup: ({ groupId, userId }) => [`POST /admin/groups/${groupId}/users`, `POST /admin/users/${userId}/groups`],
  leaveGroup: ({ groupId, userId }) => [
    `DELETE /admin/groups/${groupId}/users/${userId}`,
    `DELETE /admin/users/${userId}/groups/${groupId}`,
  ],
  deleteGroup: ({ groupId }) => [`DELETE /admin/groups/${groupId}`],
  deleteUser: ({ userId }) => [`DELETE /admin/users/${userId}`],
  deleteRole: ({ applicationId, roleId }) => [`DELETE /admin/app/${applicationId}/roles/${roleId}`],
  deleteApplication: ({ applicationId }) => [`DELETE /admin/applications/${applicationId}`],
}
const writesOf = (change: Single) => (writes[change.kind] as (change: Single) => readonly string[])(change)

type RecordedCall = { readonly headers: Headers; readonly body: unknown }
type RequestAddress = { readonly route: string; readonly query: URLSearchParams }

const forgotten: string[] = []

/** When the harness is closed. */
export const expectReviewed = () => {
  const routes = forgotten.splice(0)
  if (routes.length > 0) throw new Error(`A write forgets the stamp of its preview: ${routes.join(', ')}`)
}

/** Around each call of a played server. */
export const requireReviewed = <C extends RecordedCall>(answer: (called: C) => Response | Promise<Response>) => {
  let shown: { writes: readonly string[]; stamp: string } | undefined
  const look = async (called: C, { query }: RequestAddress) => {
    const response = await answer(called)
    const change = called.body as PreviewedChange
    // Asked for one line, it is the question before a run of several writes.
    const forgets = change.kind === 'several' || query.get('take') === '1' || !response.ok
    shown = forgets
      ? undefined
      : { writes: writesOf(change), stamp: ((await response.clone().json()) as { stamp: string }).stamp }
    return response
  }
  return async (called: C, place: RequestAddress): Promise<Response> => {
    if (place.route === 'POST /admin/access/preview') return look(called, place)
    if (!shown?.writes.includes(place.route)) return answer(called)
    if (called.headers.get('if-match') !== `"${shown.stamp}"`) {
      forgotten.push(place.route)
      return new Response('{"message":"The write forgets what was seen"}', { status: 428 })
    }
    const response = await answer(called)
    if (response.ok) shown = undefined
    return response
  }
}
