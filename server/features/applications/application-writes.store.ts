// How applications are written. The disclaimer of one is in disclaimers.store.ts.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'
import type { ApplicationRow } from './catalogue.store.ts'

type StoredApplication = Omit<
  ApplicationRow,
  'id' | 'hasSecret' | 'owners' | 'system' | 'iconVersion' | 'introspectors'
>

const stored = (application: StoredApplication) => [
  application.name,
  application.displayName,
  application.title,
  application.description,
  JSON.stringify(application.descriptions),
  application.redirectUris,
  application.postLogoutUris,
  application.backchannelLogoutUri,
  application.enabled,
  application.hideInUserList,
  application.status,
  application.privateUrl,
  application.publicUrl,
  application.prerelease,
  JSON.stringify(application.protocol),
  application.modifiedOn,
  application.requiresRole,
]

const ApplicationIdRow = z.object({ id: z.number() })

export const insertApplication = async (
  tx: Tx,
  { secretHash, ...application }: StoredApplication & { secretHash: string | null },
) => {
  const [row] = await tx.query(
    ApplicationIdRow,
    `insert into application (name, display_name, title, description, descriptions, redirect_uris, post_logout_uris, backchannel_logout_uri, enabled,
                              hide_in_user_list, status, private_url, public_url, prerelease, protocol, modified_on, requires_role, shared_secret_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     returning id`,
    [...stored(application), secretHash],
  )
  return row?.id ?? 0
}

/** The secret stays where there is no new one. */
export const updateApplication = (
  tx: Tx,
  { id, secretHash, ...application }: StoredApplication & { id: number; secretHash: string | undefined },
) =>
  tx.execute(
    `update application
        set name = $1,
            display_name = $2,
            title = $3,
            description = $4,
            descriptions = $5,
            redirect_uris = $6,
            post_logout_uris = $7,
            backchannel_logout_uri = $8,
            enabled = $9,
            hide_in_user_list = $10,
            status = $11,
            private_url = $12,
            public_url = $13,
            prerelease = $14,
            protocol = $15,
            modified_on = $16,
            requires_role = $17,
            shared_secret_hash = coalesce($18, shared_secret_hash)
      where id = $19`,
    [...stored(application), secretHash ?? null, id],
  )

export const deleteApplication = (tx: Tx, id: number) => tx.execute(`delete from application where id = $1`, [id])

/** Its owners and its icon stand in tables of their own. */
export const touchApplication = (tx: Tx, { id, now }: { id: number; now: Date }) =>
  tx.execute(`update application set modified_on = $2 where id = $1`, [id, now])
