// The requests that a person made, and those about them, for the copy of their data.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import { personalDataInWords } from '#server/downloads/personal-data.ts'
import { ReasonCode, reasonText } from './reasons.ts'

/** Why it was not applied is kept in English; what a person wrote, as they wrote it. */
const reasonInWords = ({ status, reason }: { status: string; reason: string | null }, language: Language) => {
  const code = status === 'RollBack' && ReasonCode.options.find((one) => reasonText(one) === reason)
  return code ? reasonText(code, language) : reason
}

export const requestsData = personalDataInWords({
  title: 'requests',
  row: z.object({
    createdOn: z.date(),
    type: z.string(),
    tenant: z.string().nullable(),
    name: z.string(),
    roles: z.string().nullable(),
    status: z.string(),
    modifiedOn: z.date(),
    reason: z.string().nullable(),
    madeByYou: z.boolean(),
    aboutYou: z.boolean(),
  }),
  statement: `select o.created_on as "createdOn",
          o.request_type as type,
          coalesce(t.title, o.tenant_title) as tenant,
          o.identity_name as name,
          (select string_agg(a.display_name || ': ' || r.name, ', ' order by a.display_name, r.name)
             from role r
             join application a on a.id = r.application_id
            where r.id = any(o.requested_roles)) as roles,
          o.status,
          o.modification_date as "modifiedOn",
          o.reason,
          coalesce(o.created_by = $1, false) as "madeByYou",
          o.identity_id = $1 as "aboutYou"
     from operation_request o
     left join tenant t on t.id = o.tenant_id
    where o.created_by = $1
       or o.identity_id = $1
    order by o.created_on desc, o.id`,
  cells: (row, { language }) => ({ ...row, reason: reasonInWords(row, language) }),
})
