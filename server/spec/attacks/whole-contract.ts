// What attacks on the whole contract share: every endpoint, somebody of each role, one thing of each kind to aim at,
// and a call of each endpoint that is right in every way. Whoever adds an endpoint with a body adds a right one below.
import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { type RoleName, roleNames } from '#contract/kernel/role-name.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { notify, storeFile } from '#server/features/notifications/notifications.public.ts'
import { features } from '#server/features.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import {
  addApplication,
  addPerson,
  addTenant,
  grant,
  signIn,
  type TestApplication,
  zeroTenant,
} from '#server/spec/testing/people.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { rightBodies } from './right-bodies.ts'
import type { Target } from './target.ts'

export type Bearer = { authorization: string }
export type Named = { readonly name: string; readonly endpoint: AnyEndpoint }

export const every: readonly Named[] = features.flatMap((feature) =>
  Object.entries(feature.endpoints).map(([name, endpoint]) => ({
    name: `${feature.name}.${name}`,
    endpoint: endpoint as AnyEndpoint,
  })),
)

/**
 * Lists are those whose query has what all lists have. What is asked like one and goes on in the background answers no
 * rows.
 */
export const isList = ({ endpoint }: Named) =>
  endpoint.query?.safeParse({}).data?.take === 10 && !endpoint.writes && endpoint.method === 'GET'

export const callers = [...roleNames, 'nobody', 'anonymous'] as const
export type CallerName = (typeof callers)[number]

export type { Target }

/** Stands in every text of what is aimed at: whoever reads it reads somebody else's. */
export const mark = 'Foreign-Mark'

const insertOwned = async (
  portico: TestPortico,
  {
    personId,
    application,
    groupId,
    tenantId,
  }: { personId: string; application: TestApplication; groupId: string; tenantId: string },
) => {
  const ids = {
    keyId: randomUUID(),
    processId: randomUUID(),
    scopedPermissionId: randomUUID(),
    requestId: randomUUID(),
  }
  await portico.write(async (tx) => {
    await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Owner')`, [
      groupId,
      personId,
    ])
    await tx.query(
      `insert into access_token (id, name, application_id, created_by, created_on, expires_on, token_hash, prefix)
       values ($1, $2, $3, $4, now(), now() + interval '9 days', decode(md5($1::uuid::text) || md5($1::uuid::text), 'hex'), 'ptc_foreig')`,
      [ids.keyId, `${mark} ${ids.keyId}`, application.id, personId],
    )
    await tx.query(
      `insert into process (id, user_id, type, input, visit, state, queued_on)
       values ($1, $2, 'AdminReport', '{}', '{"ip":"","apiEntry":"","language":"en"}', 'Queued', now())`,
      [ids.processId, personId],
    )
    await tx.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values ($1, $2, $3, 'foreign:mark')`,
      [ids.scopedPermissionId, application.id, personId],
    )
    await tx.query(`update role set operation_request_visibility = true where id = $1`, [application.roleId])
    await tx.query(
      `insert into operation_request (id, identity_id, identity_type, identity_name, tenant_id, request_type, status, requested_roles, created_by, created_by_display_name, created_on, modification_date)
       values ($1, $2, 'User', $3, $4, 'Permission', 'WaitingForApprover', $5, $2, $3, now(), now())`,
      [ids.requestId, personId, mark, tenantId, [application.roleId]],
    )
  })
  return ids
}

/** One of everything, of a person of their own. */
export const makeTarget = async (portico: TestPortico): Promise<Target> => {
  const short = randomUUID().slice(0, 8)
  const person = await addPerson(portico, { userName: `target-${short}`, firstName: mark, lastName: mark })
  const application = await addApplication(portico, { name: `target-${short}`, scopes: ['foreign:mark'] })
  const [areaId, groupId] = [randomUUID(), randomUUID()]
  await portico.write(async (tx) => {
    await tx.query(`insert into area (id, name) values ($1, $2)`, [areaId, `${mark} ${short}`])
    await tx.query(`insert into user_group (id, name, area_id, created_by) values ($1, $2, $3, 'seed')`, [
      groupId,
      `${mark} ${short}`,
      areaId,
    ])
  })
  const tenantId = await addTenant(portico, { title: `${mark} ${short}` })
  await grant(portico, { identityId: person.id, roleId: application.roleId, tenantId })
  await grant(portico, { identityId: groupId, identityType: 'Group', roleId: application.roleId, tenantId })
  const owned = await insertOwned(portico, { personId: person.id, application, groupId, tenantId })
  const [row] = await portico.database.query<{ id: string }>(
    `select id from tenant_member where tenant_id = $1 and identity_id = $2`,
    [tenantId, person.id],
  )
  const ctx = { newId: randomUUID, now: new Date(), services: portico.portico.services }
  const told = await portico.write((tx) =>
    notify(tx, ctx, { userId: person.id, type: 'PermissionAssigned', description: mark }),
  )
  const { url } = await storeFile(portico.database, ctx, {
    ownerId: person.id,
    name: 'x.xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Buffer.from(mark),
  })
  const [event] = await portico.database.query<{ id: number }>(
    `insert into audit_event (at, type, subject, actor_kind, tenant_id, after)
     select now(), 'member.added', m.id, 'system', m.tenant_id,
            jsonb_build_object('id', m.id, 'tenantId', m.tenant_id, 'identityType', m.identity_type, 'identityId', m.identity_id, 'isInheritable', m.is_inheritable,
                               'roles', (select jsonb_agg(jsonb_build_object('roleId', r.role_id, 'role', 'its')) from tenant_member_role r where r.member_id = m.id))
       from tenant_member m
      where m.id = $1
     returning id`,
    [row?.id],
  )
  const removed = {
    id: randomUUID(),
    title: `${mark} gone`,
    parentId: null,
    areaId,
    areaName: mark,
    taxNumber: null,
    viesNumber: null,
    groupAlias: null,
    auto: false,
    isUserCustomized: false,
    requiredTwoModeAuthentification: false,
    rows: [],
  }
  await portico.write((tx) =>
    tx.query(
      `insert into audit_event (at, type, subject, actor_kind, tenant_id, before) values (now(), 'tenant.removed', $1::text, 'system', $1::text::uuid, $2)`,
      [removed.id, JSON.stringify(removed)],
    ),
  )
  return {
    removedId: removed.id,
    person,
    areaId,
    groupId,
    application,
    tenantId,
    ...owned,
    memberId: row?.id ?? '',
    eventId: event?.id ?? 0,
    notificationId: (told.after as { id: string }).id,
    file: url,
  }
}

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
  [/^\/profile\/resetPassword\//, ({ person }) => person.userName],
  [/^\/admin\/dashboard\/identifyAs\//, ({ person }) => person.id],
  [/^\/account\/identifyAs\//, () => 'x'],
  [/^\/account\/validateToken\//, ({ person }, param) => (param === 'token' ? 'x' : person.userName)],
  [/^\/admin\/tenants\/:tenantId\/children$/, () => zeroTenant],
  [/^\/admin\/tenants\/(:id$|twoModeAuth\/)/, ({ tenantId }) => tenantId],
  [/^\/admin\/tenants\//, ({ tenantId, memberId }, param) => (param === 'id' ? memberId : tenantId)],
  [/^\/profile\/:tenantId\/members/, ({ tenantId, memberId }, param) => (param === 'id' ? memberId : tenantId)],
  [/^\/admin\/operationRequests\//, ({ requestId }) => requestId],
  [/^\/admin\/access\/undo\/removal\//, ({ removedId }) => removedId],
  [/^\/admin\/access\/undo\//, ({ eventId }) => eventId],
  [/^\/keys\//, ({ keyId }) => keyId],
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
  '/admin/access/why': ({ person, tenantId, application }) => ({
    userId: person.id,
    tenantId,
    roleId: application.roleId,
  }),
  '/admin/access/changes': ({ person, tenantId }) => ({ identityId: person.id, tenantId }),
  '/admin/access/moves': ({ tenantId }) => ({ tenantId }),
  '/admin/access/check': ({ person, tenantId, application }) => ({
    userId: person.id,
    tenantId,
    roleId: application.roleId,
  }),
}

/** Fails where a new endpoint has a place that nobody has said what to aim at. */
export const addressOf = ({ path }: AnyEndpoint, target: Target) => {
  const [, place] = places.find(([pattern]) => pattern.test(path)) ?? []
  const filled = path.replace(/:(\w+)/g, (_, param: string) => {
    if (!place) throw new Error(`whole-contract.ts does not know what ${path} stands for`)
    return encodeURIComponent(place(target, param))
  })
  const query = queries[path]?.(target)
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

export const rightBody = ({ name }: Named, target: Target): Record<string, unknown> => {
  const made = rightBodies[name]?.(target, randomUUID().slice(0, 8))
  if (!made) throw new Error(`whole-contract.ts has no right body of ${name}`)
  return made
}

export type Given = {
  target: Target
  as?: Bearer | undefined
  body?: unknown
  query?: string
  headers?: Record<string, string>
}

/** A form with a file that no reader takes. */
const formWith = (name: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=----edge' },
  body: `------edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\nnothing\r\n------edge--\r\n`,
})

const sentTo = (named: Named, target: Target): { body?: unknown; headers?: Record<string, string> } => {
  const { upload, input } = named.endpoint
  if (upload) return formWith(`file${upload.accept[0]}`)
  return input === undefined ? {} : { body: rightBody(named, target) }
}

/** A call of an endpoint at a target; with a right body unless another is given. */
export const aim = (portico: TestPortico, named: Named, { target, as, body, query = '', headers }: Given) => {
  const sent = body === undefined ? sentTo(named, target) : { body }
  const address = `/api/v1${addressOf(named.endpoint, target)}`
  const join = address.includes('?') ? '&' : '?'
  return createBrowser(portico.origin).request(named.endpoint.method, query ? address + join + query : address, {
    ...sent,
    headers: { ...as, ...sent.headers, ...headers },
  })
}

export type Cast = Readonly<Record<CallerName, Bearer | undefined>>

/** One person of each role alone, one without any, and nobody at all. */
export const makeCast = async (portico: TestPortico): Promise<Cast> => {
  const bearers: [CallerName, Bearer | undefined][] = [['anonymous', undefined]]
  for (const name of [...roleNames, 'nobody'] as const) {
    const { bearer } = await addWithRoles(portico, name === 'nobody' ? [] : [name], {
      userName: `the-${name.toLowerCase()}`,
    })
    bearers.push([name, bearer])
  }
  return Object.fromEntries(bearers) as Cast
}

/** Signed in, with roles of the portal everywhere. */
export const addWithRoles = async (
  portico: TestPortico,
  roles: readonly RoleName[],
  given: { userName?: string } = {},
) => {
  const person = await addPerson(portico, given)
  for (const role of roles) await grant(portico, { identityId: person.id, roleId: systemRoles[role] })
  return { ...person, ...(await signIn(portico, person)) }
}

/** Somebody with every role: what is refused here is refused to everybody. */
export const addChief = (portico: TestPortico) => addWithRoles(portico, roleNames)
