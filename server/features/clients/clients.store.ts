// Applications, as the provider and the hub read them.
import { z } from 'zod'
import { Protocol as ProtocolOfContract } from '#contract/application-fields.ts'
import type { Db } from '#server/kernel/context.ts'
import { introspectorsOf } from './introspectors.store.ts'
import { bytes } from '#server/kernel/row.ts'

/** What was set of it; absent members take the provider’s defaults, and what an older version knew stays. */
const Protocol = ProtocolOfContract.partial().loose()

export const Client = z.object({
  id: z.number(),
  name: z.string(),
  title: z.string(),
  redirectUris: z.array(z.string()),
  postLogoutUris: z.array(z.string()),
  backchannelLogoutUri: z.string().nullable(),
  sharedSecretHash: z.string().nullable(),
  protocol: Protocol,
  requiresRole: z.boolean(),
  introspectors: z.array(z.string()),
})
export type Client = z.output<typeof Client>

/** An enabled application that can sign people in. */
export const clientByName = async (db: Db, name: string) =>
  (
    await db.query(
      Client,
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

const RegisteredRow = z.object({ registered: z.boolean() })

/** Whether an address belongs to an enabled application: where a person may be sent back to. */
export const isRegisteredAddress = async (db: Db, url: string) =>
  (
    await db.query(
      RegisteredRow,
      `select exists (
         select 1
           from application
          where enabled
            and ($1 = any(redirect_uris) or private_url = $1)) as registered`,
      [url],
    )
  ).at(0)?.registered ?? false

const DisplayNameRow = z.object({ displayName: z.string() })

/** What people call it. */
export const shownNameOf = async (db: Db, name: string) =>
  (
    await db.query(
      DisplayNameRow,
      `select display_name as "displayName"
         from application
        where name = $1
          and enabled`,
      [name],
    )
  ).at(0)?.displayName

const StatusRow = z.object({ status: z.string() })

export const statusOf = async (db: Db, name: string) =>
  (await db.query(StatusRow, `select status from application where lower(name) = lower($1)`, [name])).at(0)?.status

const IconRow = z.object({ mediaType: z.string(), body: bytes, etag: z.string() })

export const iconOf = async (db: Db, id: number) =>
  (
    await db.query(
      IconRow,
      `select media_type as "mediaType", body, etag from application_icon where application_id = $1`,
      [id],
    )
  ).at(0)

const AddressRow = z.object({ name: z.string(), url: z.string() })

export const visibleAddresses = (db: Db) =>
  db.query(
    AddressRow,
    `select name, private_url as url
       from application
      where enabled
        and not hide_in_user_list
        and not prerelease
        and private_url is not null
      order by name`,
  )
