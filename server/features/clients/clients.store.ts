// Applications, as the provider and the hub read them.
import type { Protocol as ProtocolOfContract } from '#contract/application-fields.ts'
import type { Db } from '#server/kernel/context.ts'
import { introspectorsOf } from './introspectors.store.ts'

/** What was set of it; absent members take the provider's defaults. */
export type Protocol = Partial<ProtocolOfContract>

export type Client = {
  id: number
  name: string
  title: string
  redirectUris: string[]
  postLogoutUris: string[]
  backchannelLogoutUri: string | null
  sharedSecretHash: string | null
  protocol: Protocol
  requiresRole: boolean
  introspectors: string[]
}

/** An enabled application that can sign people in. */
export const clientByName = async (db: Db, name: string) =>
  (
    await db.query<Client>(
      `select id,
              name,
              title,
              redirect_uris as "redirectUris",
              post_logout_uris as "postLogoutUris",
              backchannel_logout_uri as "backchannelLogoutUri",
              shared_secret_hash as "sharedSecretHash",
              protocol,
              requires_role as "requiresRole",
              ${introspectorsOf('application')} as introspectors
         from application
        where name = $1
          and enabled`,
      [name],
    )
  ).at(0)

/** Whether an address belongs to an enabled application: where a person may be sent back to. */
export const isRegisteredAddress = async (db: Db, url: string) =>
  (
    await db.query<{ registered: boolean }>(
      `select exists (
         select 1
           from application
          where enabled
            and ($1 = any(redirect_uris) or private_url = $1)) as registered`,
      [url],
    )
  ).at(0)?.registered ?? false

/** What people call it. */
export const shownNameOf = async (db: Db, name: string) =>
  (
    await db.query<{ displayName: string }>(
      `select display_name as "displayName"
         from application
        where name = $1
          and enabled`,
      [name],
    )
  ).at(0)?.displayName

export const statusOf = async (db: Db, name: string) =>
  (await db.query<{ status: string }>(`select status from application where lower(name) = lower($1)`, [name])).at(0)
    ?.status

export const iconOf = async (db: Db, id: number) =>
  (
    await db.query<{ mediaType: string; body: Buffer; etag: string }>(
      `select media_type as "mediaType", body, etag from application_icon where application_id = $1`,
      [id],
    )
  ).at(0)

export const visibleAddresses = (db: Db) =>
  db.query<{ name: string; url: string }>(
    `select name, private_url as url
       from application
      where enabled
        and not hide_in_user_list
        and not prerelease
        and private_url is not null
      order by name`,
  )
