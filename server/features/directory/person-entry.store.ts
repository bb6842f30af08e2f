// What a directory says of a person. The only writer of directory_person.
import { z } from 'zod'
import type { Tx } from '#server/kernel/context.ts'

export type WantedPerson = {
  readonly userName: string
  readonly externalId: string | null
  readonly givenName: string
  readonly familyName: string
  readonly displayName: string | null
  readonly email: string
  readonly phoneNumber: string | null
  readonly title: string | null
  readonly language: string | null
  readonly managerId: string | null
  /** Undefined: as it is, or active for somebody new. */
  readonly active: boolean | undefined
}

type WrittenEntry = {
  readonly tenantId: string
  readonly id: string
  readonly made: boolean
  readonly person: WantedPerson
  readonly now: Date
}

const WrittenRow = z.object({ made: z.boolean() })

const put = `insert into directory_person as d (tenant_id, user_id, made, external_id, user_name, email, given_name, family_name,
                                   display_name, title, phone_number, language, manager_id, created_on, modified_on)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
         on conflict (tenant_id, user_id) do update
        set external_id = excluded.external_id,
            user_name = excluded.user_name,
            email = excluded.email,
            given_name = excluded.given_name,
            family_name = excluded.family_name,
            display_name = excluded.display_name,
            title = excluded.title,
            phone_number = excluded.phone_number,
            language = excluded.language,
            manager_id = excluded.manager_id,
            modified_on = excluded.modified_on,
            ended_on = null`

const valuesOf = ({ tenantId, id, made, person, now }: WrittenEntry) => [
  tenantId,
  id,
  made,
  person.externalId,
  person.userName,
  person.email,
  person.givenName,
  person.familyName,
  person.displayName,
  person.title,
  person.phoneNumber,
  person.language,
  person.managerId,
  now,
]

/** Nothing where the directory has written this person already, and not ended it. */
export const addPerson = async (tx: Tx, written: WrittenEntry) =>
  (await tx.query(WrittenRow, `${put} where d.ended_on is not null returning made`, valuesOf(written))).at(0)

export const putPerson = (tx: Tx, written: WrittenEntry) => tx.execute(put, valuesOf(written))

type EntryKey = { readonly tenantId: string; readonly id: string }

export const endPerson = (tx: Tx, { tenantId, id, now }: EntryKey & { readonly now: Date }) =>
  tx.execute(
    `update directory_person set ended_on = $3, modified_on = $3, waiting_groups = '{}' where tenant_id = $1 and user_id = $2`,
    [tenantId, id, now],
  )

/** The account is locked by the directory as long as nobody else locks or unlocks it. */
export const rememberLock = (tx: Tx, { tenantId, id }: EntryKey) =>
  tx.execute(
    `update directory_person d
        set lock_stamp = u.security_stamp
       from portal_user u
      where d.tenant_id = $1
        and d.user_id = $2
        and u.id = d.user_id`,
    [tenantId, id],
  )

type WaitingGroups = { readonly tenantId: string; readonly id: string; readonly groupIds: readonly string[] }

export const setWaitingGroups = (tx: Tx, { tenantId, id, groupIds }: WaitingGroups) =>
  tx.execute(
    `update directory_person set waiting_groups = $3 where tenant_id = $1 and user_id = $2 and waiting_groups <> $3`,
    [tenantId, id, groupIds],
  )
