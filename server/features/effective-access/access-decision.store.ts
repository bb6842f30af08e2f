// Yes or no: whether somebody has a role, an application or a scope at a tenant in this moment (docs/goals.md row 7).
import { z } from 'zod'
import type { Db, Reads } from '#server/kernel/context.ts'
import { byPlace, gatheredCalls, perDatabase, unseen } from '#server/kernel/gathered-calls.ts'

type Question = {
  readonly userId: string
  readonly tenantId: string
  readonly applicationId?: number | undefined
  readonly roleId?: string | undefined
  readonly scope?: string | undefined
}

/** What a question says, and where PostgreSQL finds it: a column each. */
type Form = {
  readonly columns: Readonly<Record<string, { readonly type: string; readonly of: (question: Question) => unknown }>>
  readonly allowed: (from: (column: string) => string) => string
}

const who = {
  person: { type: 'uuid', of: ({ userId }: Question) => userId },
  tenant: { type: 'uuid', of: ({ tenantId }: Question) => tenantId },
}

/** Of a role alone: by the index of its assignment, instead of by all that the person has there. */
const ofRole: Form = {
  columns: { ...who, role: { type: 'uuid', of: ({ roleId }) => roleId } },
  allowed: (from) =>
    `exists (select 1 from effective_role_memberships(${from('person')}, ${from('tenant')}, ${from('role')}))`,
}

const ofAnything: Form = {
  columns: {
    ...who,
    application: { type: 'integer', of: ({ applicationId }) => applicationId ?? null },
    role: { type: 'uuid', of: ({ roleId }) => roleId ?? null },
    scope: { type: 'text', of: ({ scope }) => scope ?? null },
  },
  allowed: (from) => `exists (
              select 1
                from effective_roles(${from('person')}, ${from('tenant')}) e
               where (${from('application')} is null or e.application_id = ${from('application')})
                 and (${from('role')} is null or e.role_id = ${from('role')})
                 and (${from('scope')} is null or exists (select 1 from role_scope s where s.role_id = e.role_id and s.scope = ${from('scope')})))`,
}

const AllowedRow = z.object({ allowed: z.boolean() })
type AllowedRow = z.output<typeof AllowedRow>

const PlacedRow = AllowedRow.extend({ place: z.number().int() })

/** A question alone has a statement of its own. */
const answersTo = ({ columns, allowed }: Form) => {
  const names = Object.keys(columns)
  const types = Object.values(columns).map(({ type }) => type)
  const one = `select ${allowed((column) => `$${names.indexOf(column) + 1}::${columns[column]?.type}`)} as allowed`
  const several = `select asked.place::int as place, ${allowed((column) => `asked.${column}`)} as allowed
       from unnest(${types.map((type, at) => unseen(`$${at + 1}::${type}[]`)).join(', ')})
            with ordinality as asked (${names.join(', ')}, place)`
  return async (db: Db, questions: readonly Question[]): Promise<readonly (AllowedRow | undefined)[]> => {
    const asked = Object.values(columns).map(({ of }) => questions.map(of))
    if (questions.length > 1) return byPlace(questions.length, await db.query(PlacedRow, several, asked))
    return db.query(
      AllowedRow,
      one,
      asked.map(([value]) => value),
    )
  }
}

/** One statement at a time: who asks is read over the same connection in the same moment, and that keeps it busy. */
const gathered = (form: Form) => {
  const answer = answersTo(form)
  return perDatabase((db) => gatheredCalls<Question, AllowedRow>((all) => answer(db, all), { inLine: 1 }))
}
const checks = { ofRole: gathered(ofRole), ofAnything: gathered(ofAnything) }

const isOfRole = ({ applicationId, roleId, scope }: Question) =>
  roleId !== undefined && applicationId === undefined && scope === undefined

/** Those that are asked at the same moment, by one statement (docs/decisions/0050). */
export const isAllowed = async ({ short }: Reads, question: Question) => {
  const check = isOfRole(question) ? checks.ofRole : checks.ofAnything
  return (await check(short)(question))?.allowed ?? false
}
