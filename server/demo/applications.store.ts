// Writes the demonstration's applications, once, and their addresses at every start.
import { createHash } from 'node:crypto'
import type { Tx } from '#server/kernel/context.ts'
import { demoApplications } from './applications.ts'
import { daysBefore, idOf } from './chance.ts'
import { iconSvg } from './icons.ts'
import { insertMany } from './insert-many.ts'
import { roleId } from './assignment.ts'
import { personId } from './people.ts'
import { addressesOf, columns, type Start, rowOf } from './application-rows.ts'

export const insertApplications = async (tx: Tx, start: Start): Promise<void> => {
  const { now } = start
  await insertMany(
    tx,
    'application',
    columns,
    demoApplications.map((application) => rowOf(application, start)),
  )
  await insertIcons(tx)
  await insertRoles(tx, now)
  await insertOwners(tx, now)
  await insertScopedPermissions(tx, now)
}

const insertIcons = (tx: Tx) =>
  insertMany(
    tx,
    'application_icon',
    { application_id: 'integer', media_type: 'text', body: 'bytea', etag: 'text' },
    demoApplications.map(({ id, glyph, hue }) => {
      const body = Buffer.from(iconSvg(glyph, hue))
      return {
        application_id: id,
        media_type: 'image/svg+xml',
        body: `\\x${body.toString('hex')}`,
        etag: createHash('md5').update(body).digest('hex'),
      }
    }),
  )

const insertRoles = async (tx: Tx, now: Date) => {
  const roles = demoApplications.flatMap((application) =>
    application.roles.map((role) => ({ ...role, application, id: roleId(application.name, role.name) })),
  )
  await insertMany(
    tx,
    'role',
    {
      id: 'uuid',
      application_id: 'integer',
      name: 'text',
      description: 'text',
      by_hierarchy: 'boolean',
      operation_request_visibility: 'boolean',
      service_manager_visibility: 'boolean',
      modified_on: 'timestamptz',
    },
    roles.map(({ id, application, name, description, visible }) => ({
      id,
      application_id: application.id,
      name,
      description,
      by_hierarchy: visible === 'hierarchy',
      operation_request_visibility: visible === 'request' || visible === 'both',
      service_manager_visibility: visible === 'service' || visible === 'both',
      modified_on: daysBefore(now, application.id * 3),
    })),
  )
  await insertMany(
    tx,
    'role_scope',
    { role_id: 'uuid', scope: 'text' },
    roles.flatMap(({ id, scopes }) => scopes.map((scope) => ({ role_id: id, scope }))),
  )
}

const owners = ['marta.oliveira', 'nuria.puig', 'camille.girard']
/** Of one who has no list of applications. */
const ownersOf: Readonly<Record<number, string>> = { 15: 'tobias.krueger' }

const insertOwners = (tx: Tx, now: Date) =>
  insertMany(
    tx,
    'application_owner',
    { application_id: 'integer', user_id: 'uuid', created_on: 'timestamptz' },
    demoApplications.flatMap(({ id }) =>
      [...new Set(['marta.oliveira', ownersOf[id] ?? owners[id % owners.length] ?? 'nuria.puig'])].map(
        (userName, order) => ({
          application_id: id,
          user_id: personId(userName),
          created_on: daysBefore(now, 800 - order),
        }),
      ),
    ),
  )

const extraScopes: readonly [application: number, userName: string, scope: string][] = [
  [3, 'diego.almeida', 'grants.export'],
  [9, 'marta.oliveira', 'masterdata.export'],
  [4, 'hugo.rousseau', 'rnd.files.read'],
  [15, 'nuria.puig', 'docs.templates.write'],
  [6, 'luca.navarro', 'tracking.export'],
]

const insertScopedPermissions = (tx: Tx, now: Date) =>
  insertMany(
    tx,
    'scoped_permission',
    {
      id: 'uuid',
      application_id: 'integer',
      user_id: 'uuid',
      scope: 'text',
      created_by: 'uuid',
      created_on: 'timestamptz',
    },
    extraScopes.map(([application, userName, scope], order) => ({
      id: idOf('scoped', `${application}/${userName}/${scope}`),
      application_id: application,
      user_id: personId(userName),
      scope,
      created_by: personId('nuria.puig'),
      created_on: daysBefore(now, 30 + order),
    })),
  )

/** Only what has moved: an administrator may have changed other things, or deleted an application. */
export const updateAddresses = async (tx: Tx, { exampleUrl }: { exampleUrl: string }): Promise<void> => {
  await tx.execute(
    `update application a
        set redirect_uris = n.redirect_uris,
            post_logout_uris = n.post_logout_uris,
            backchannel_logout_uri = n.backchannel_logout_uri,
            private_url = n.private_url
       from jsonb_to_recordset($1::jsonb) as n (id integer, name text, redirect_uris text[], post_logout_uris text[], backchannel_logout_uri text, private_url text)
      where a.id = n.id
        and a.name = n.name
        and a.private_url is distinct from n.private_url`,
    [
      JSON.stringify(
        demoApplications.map(({ id, name }) => {
          const addresses = addressesOf(exampleUrl, name)
          return {
            id,
            name,
            redirect_uris: addresses.redirectUris,
            post_logout_uris: addresses.postLogoutUris,
            backchannel_logout_uri: addresses.backchannelLogoutUri,
            private_url: addresses.privateUrl,
          }
        }),
      ),
    ],
  )
}
