// Applications as administrators read them. They are written by application-writes.store.ts and disclaimers.store.ts.
import { z } from 'zod'
import { Application } from '#contract/applications.ts'
import { Protocol } from '#contract/application-fields.ts'
import type { ListQuery } from '#contract/kernel/page.ts'
import type { Db, Tx } from '#server/kernel/context.ts'
import { type ListShape, type ListSql, listSql } from '#server/lists/list-sql.ts'
import { pageAndCount } from '#server/lists/page-and-count.ts'
import { displayNameOf } from '#server/lists/people.ts'
import { introspectorsOf } from '#server/features/clients/clients.public.ts'

export const ApplicationRow = Application.omit({
  sharedSecret: true,
  protocol: true,
  userIsOwner: true,
  modifiedOn: true,
}).extend({
  hasSecret: z.boolean(),
  /** What was set of it. */
  protocol: Protocol.partial().loose(),
  modifiedOn: z.date(),
})

export type ApplicationRow = z.output<typeof ApplicationRow>

const shape: ListShape = {
  fields: {
    id: { sql: 'a.id', type: 'number' },
    name: { sql: 'a.name', type: 'text' },
    displayName: { sql: 'a.display_name', type: 'text' },
    title: { sql: 'a.title', type: 'text' },
    description: { sql: 'a.description', type: 'text' },
    enabled: { sql: 'a.enabled', type: 'boolean' },
    hideInUserList: { sql: 'a.hide_in_user_list', type: 'boolean' },
    status: { sql: 'a.status', type: 'text' },
    privateUrl: { sql: 'a.private_url', type: 'text' },
    publicUrl: { sql: 'a.public_url', type: 'text' },
    prerelease: { sql: 'a.prerelease', type: 'boolean' },
    requiresRole: { sql: 'a.requires_role', type: 'boolean' },
    system: { sql: 'a.system', type: 'boolean' },
    modifiedOn: { sql: 'a.modified_on', type: 'time' },
    ...Object.fromEntries(
      [
        'descriptions',
        'redirectUris',
        'postLogoutUris',
        'backchannelLogoutUri',
        'sharedSecret',
        'owners',
        'protocol',
        'userIsOwner',
        'iconVersion',
        'introspectors',
      ].map((name) => [name, { sql: '', type: 'text', shownOnly: true } as const]),
    ),
  },
  order: 'displayName',
  key: 'a.id',
  search: `folded(a.name || ' ' || a.display_name || ' ' || a.title || ' ' || a.description)`,
}

const columns = `a.id,
       a.name,
       a.display_name as "displayName",
       a.title,
       a.description,
       a.descriptions,
       a.redirect_uris as "redirectUris",
       a.post_logout_uris as "postLogoutUris",
       a.backchannel_logout_uri as "backchannelLogoutUri",
       a.shared_secret_hash is not null as "hasSecret",
       a.enabled,
       a.hide_in_user_list as "hideInUserList",
       a.status,
       a.private_url as "privateUrl",
       a.public_url as "publicUrl",
       a.prerelease,
       a.requires_role as "requiresRole",
       a.protocol,
       ${introspectorsOf('a')} as introspectors,
       a.system,
       (select i.etag from application_icon i where i.application_id = a.id) as "iconVersion",
       a.modified_on as "modifiedOn",
       coalesce((select json_agg(json_build_object('id', u.id, 'userName', u.user_name,
                                                   'displayName', ${displayNameOf('u')})
                                 order by o.created_on, u.user_name)
                   from application_owner o
                   join portal_user u on u.id = o.user_id
                  where o.application_id = a.id), '[]') as owners`

export const listApplications = (db: Db, query: ListQuery) => found(db, listSql(shape, query))

/** Whose owners somebody may change: their own, with `all` everybody's. */
export const listOwned = (db: Db, query: ListQuery, whose: 'all' | { ownerId: string }) =>
  found(
    db,
    listSql(shape, query, (value) => [
      'not a.system',
      whose === 'all'
        ? undefined
        : `exists (select 1 from application_owner o where o.application_id = a.id and o.user_id = ${value(whose.ownerId)})`,
    ]),
  )

const found = (db: Db, sql: ListSql) => pageAndCount(db, { row: ApplicationRow, columns, tables: 'application a' }, sql)

export const applicationById = async (db: Db, id: number) =>
  (await db.query(ApplicationRow, `select ${columns} from application a where a.id = $1`, [id])).at(0)

export const applicationExists = async (db: Db, id: number) =>
  (await db.execute(`select 1 as found from application where id = $1`, [id])) > 0

/** Held until the transaction ends, so that nobody changes it meanwhile. */
export const lockApplication = async (tx: Tx, id: number) => {
  await tx.execute(`select 1 as held from application where id = $1 for update`, [id])
  return applicationById(tx, id)
}

const RoleRow = z.object({ id: z.uuid(), name: z.string() })

/** Its roles, by name. */
export const rolesOf = (db: Db, applicationId: number) =>
  db.query(RoleRow, `select id, name from role where application_id = $1 order by name`, [applicationId])
