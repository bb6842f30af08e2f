// What of the things asked about did not exist at the time asked for.
import { z } from 'zod'
import type { MissingSubjects } from '#contract/kernel/as-of.ts'
import type { Db } from '#server/kernel/context.ts'
import { existedThen } from './deleted-as-of.store.ts'

type AbsentQuery = {
  readonly tenantId?: string | undefined
  readonly identityId?: string | undefined
  readonly asOf: string
}

const group = existedThen('group', { id: '$2::uuid', time: '$3::timestamptz' })
const tenant = existedThen('tenant', { id: '$1::uuid', time: '$3::timestamptz' })

const PresenceRow = z.object({ tenant: z.boolean(), user: z.boolean(), group: z.boolean() })

/** Users do not come back: they are there from the day they were made. */
export const absentThen = async (db: Db, { tenantId, identityId, asOf }: AbsentQuery): Promise<MissingSubjects> => {
  const [there] = await db.query(
    PresenceRow,
    `select $1::uuid is null or ${tenant} as tenant,
            not exists (select 1 from portal_user u where u.id = $2::uuid and u.created_on > $3::timestamptz) as user,
            not exists (select 1 from user_group g where g.id = $2::uuid) or ${group} as group`,
    [tenantId ?? null, identityId ?? null, asOf],
  )
  return (['tenant', 'user', 'group'] as const).filter((one) => there && !there[one])
}
