// Yes or no: whether somebody has a role, an application or a scope at a tenant in this moment (docs/goals.md row 7).
import { z } from 'zod'
import type { Db, Reads } from '#server/kernel/context.ts'
import { byPlace, gatheredCalls, perDatabase, unseen } from '#server/kernel/gathered-calls.ts'

type Question = {
  userId: string
  tenantId: string
  applicationId?: number | undefined
  roleId?: string | undefined
  scope?: string | undefined
}

type Columns = { person: string; tenant: string; application: string; role: string; scope: string }

const allowed = ({ person, tenant, application, role, scope }: Columns) => `exists (
              select 1
                from effective_roles(${person}, ${tenant}) e
               where (${application} is null or e.application_id = ${application})
                 and (${role} is null or e.role_id = ${role})
                 and (${scope} is null or exists (select 1 from role_scope s where s.role_id = e.role_id and s.scope = ${scope}))
            ) as allowed`

const AllowedRow = z.object({ allowed: z.boolean() })
type AllowedRow = z.output<typeof AllowedRow>

/** A question alone. */
const one = `select ${allowed({ person: '$1', tenant: '$2', application: '$3::integer', role: '$4::uuid', scope: '$5::text' })}`

const PlacedRow = AllowedRow.extend({ place: z.number().int() })

const several = `select asked.place::int as place,
            ${allowed({ person: 'asked.person', tenant: 'asked.tenant', application: 'asked.application', role: 'asked.role', scope: 'asked.scope' })}
       from unnest(${['$1::uuid[]', '$2::uuid[]', '$3::integer[]', '$4::uuid[]', '$5::text[]'].map(unseen).join(', ')})
            with ordinality as asked (person, tenant, application, role, scope, place)`

const valuesOf = ({ userId, tenantId, applicationId, roleId, scope }: Question) => [
  userId,
  tenantId,
  applicationId ?? null,
  roleId ?? null,
  scope ?? null,
]

const answersTo = async (db: Db, questions: readonly Question[]): Promise<readonly (AllowedRow | undefined)[]> => {
  const [first, ...others] = questions
  if (first && others.length === 0) return db.query(AllowedRow, one, valuesOf(first))
  const columns = [0, 1, 2, 3, 4].map((column) => questions.map((question) => valuesOf(question)[column]))
  return byPlace(questions.length, await db.query(PlacedRow, several, columns))
}

/** One statement at a time: who asks is read over the same connection in the same moment, and that keeps it busy. */
const checks = perDatabase((db) => gatheredCalls<Question, AllowedRow>((all) => answersTo(db, all), { inLine: 1 }))

/** Those that are asked at the same moment, by one statement (docs/decisions/0050). */
export const isAllowed = async ({ short }: Reads, question: Question) =>
  (await checks(short)(question))?.allowed ?? false
