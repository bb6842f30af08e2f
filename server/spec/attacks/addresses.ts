// The address of each endpoint, aimed at a target.
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { zeroTenant } from '#server/spec/testing/tenants.ts'
import type { Target } from './target.ts'

/** What a `:name` of a path stands for, by the path it stands in; the first that fits. */
const places: [RegExp, (target: Target, param: string) => string | number][] = [
  [/^\/admin\/areas\//, ({ areaId }) => areaId],
  [
    /^\/admin\/tenantIdentities\/(groups\/)?/,
    ({ groupId, person }, param) => (param === 'identityId' ? person.id : groupId),
  ],
  [/^\/admin\/groups\//, ({ groupId, person }, param) => (param === 'userId' ? person.id : groupId)],
  [
    /users\/:id\/groups|^\/admin\/users\/|^\/account\/(un)?lock\/|^\/applications\/info\//,
    ({ groupId, person }, param) => (param === 'groupId' ? groupId : person.id),
  ],
  [/^\/admin\/rightsRequests\/:id\/take$/, ({ receivedRightsId }) => receivedRightsId],
  [
    /^\/admin\/rightsRequests\//,
    ({ rightsRequestId, rightsDocumentId }, param) => (param === 'id' ? rightsRequestId : rightsDocumentId),
  ],
  [/^\/profile\/disclaimer\/:id$/, ({ application }) => application.id],
  [/^\/profile\/disclaimer\//, ({ person, application }, param) => (param === 'userId' ? person.id : application.name)],
  // Nobody learns what a session or a passkey of somebody else is called.
  [/^\/profile\/(sessions|authenticators|stepUp)\//, ({ processId }) => processId],
  [/^\/profile\/resetPassword\//, ({ person }) => person.userName],
  [/^\/admin\/dashboard\/identifyAs\//, ({ person }) => person.id],
  [/^\/account\/identifyAs\//, () => 'x'],
  [/^\/account\/validateToken\//, ({ person }, param) => (param === 'token' ? 'x' : person.userName)],
  [/^\/admin\/tenants\/:tenantId\/children$/, () => zeroTenant],
  [/^\/admin\/tenants\/(:id$|twoModeAuth\/)/, ({ tenantId }) => tenantId],
  [/^\/admin\/tenants\//, ({ tenantId, memberId }, param) => (param === 'id' ? memberId : tenantId)],
  [/^\/profile\/:tenantId\/members/, ({ tenantId, memberId }, param) => (param === 'id' ? memberId : tenantId)],
  [/^\/profile\/(full_)?bulk_insert\//, ({ tenantId }) => tenantId],
  [/^\/profile\/:tenantId\/users/, ({ tenantId, person }, param) => (param === 'id' ? person.id : tenantId)],
  [/^\/admin\/operationRequests\/createUser\//, ({ draftRequestId }) => draftRequestId],
  [/^\/admin\/operationRequests\//, ({ requestId }) => requestId],
  [/^\/admin\/access\/undo\/removal\//, ({ removedId }) => removedId],
  [/^\/(admin|profile)\/access\/undo\//, ({ eventId }) => eventId],
  [/^\/admin\/systemlog\//, ({ eventId }) => eventId],
  [/^\/keys\//, ({ keyId }) => keyId],
  [/^\/admin\/webhooks\/deliveries\//, ({ deliveryId }) => deliveryId],
  [/^\/admin\/webhooks\//, ({ webhookId }) => webhookId],
  [/^\/admin\/securityConfig\//, ({ configurationId }) => configurationId],
  [/^\/admin\/policy\//, ({ policyId }) => policyId],
  [/^\/admin\/notifications\//, ({ notificationId }) => notificationId],
  [/^\/admin\/tasks\//, ({ processId }) => processId],
  [
    /^\/admin\/scopedpermission\//,
    ({ application, person, scopedPermissionId }, param) =>
      ({ applicationId: application.id, userId: person.id })[param] ?? scopedPermissionId,
  ],
  [
    /^\/admin\/app\/:appId\/roles/,
    ({ application }, param) => ({ appId: application.id, scope: 'foreign:mark' })[param] ?? application.roleId,
  ],
  [/^\/applications\/status\//, ({ application }) => application.name],
  [
    /^\/(admin\/)?applications\//,
    ({ application, person }, param) => ({ userId: person.id, status: 'Stopped' })[param] ?? application.id,
  ],
  [/^\/avatar\//, () => '0'.repeat(32)],
]

/** What some calls must say in their query. */
const queries: Readonly<Record<string, (target: Target) => Record<string, string>>> = {
  '/admin/tenants/:tenantId/members/identity': ({ person }) => ({ identityId: person.id }),
  '/profile/:tenantId/members/identity': ({ person }) => ({ identityId: person.id }),
  '/admin/filestorage/downloadExcel': ({ file }) => ({ url: file }),
  '/admin/operationRequests/permissions': ({ person, tenantId }) => ({ identityId: person.id, tenantId }),
  '/profile/accessRequests/options': ({ application }) => ({ applicationId: String(application.id) }),
  '/admin/access/why': ({ person, tenantId, application }) => ({
    userId: person.id,
    tenantId,
    roleId: application.roleId,
  }),
  '/admin/access/changes': ({ person, tenantId }) => ({ identityId: person.id, tenantId }),
  '/profile/access/changes': ({ person, tenantId }) => ({ identityId: person.id, tenantId }),
  '/admin/access/moves': ({ tenantId }) => ({ tenantId }),
  '/admin/access/check': ({ person, tenantId, application }) => ({
    userId: person.id,
    tenantId,
    roleId: application.roleId,
  }),
}

const placeOf = (path: string) => places.find(([pattern]) => pattern.test(path))?.[1]

/** Whether what stands below a collection is none of the things above: its own POST makes one then. */
export const isMadeByItself = (collection: string) =>
  !collection.includes('/:') && placeOf(`${collection}/:id`) === undefined

/** Of a collection that is none of the above: what its POST made of the contract's example. */
const madeOf = (path: string, { made }: Target) => made[path.slice(0, path.indexOf('/:'))]

/** Fails where a new endpoint has a place that nobody has said what to aim at. */
export const addressOf = ({ path }: AnyEndpoint, target: Target) => {
  const place = placeOf(path)
  const filled = path.replace(/:(\w+)/g, (_, param: string) => {
    const id = place ? place(target, param) : madeOf(path, target)
    if (id === undefined) throw new Error(`addresses.ts does not know what ${path} stands for`)
    return encodeURIComponent(id)
  })
  const query = queries[path]?.(target)
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}
