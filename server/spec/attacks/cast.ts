// Who attacks: somebody of each role alone, somebody with every role, and nobody at all.
import { type RoleName, roleNames } from '#contract/kernel/role-name.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'

export type Bearer = { authorization: string }
export const callers = [...roleNames, 'nobody', 'anonymous'] as const
export type CallerName = (typeof callers)[number]

export type Cast = Readonly<Record<CallerName, Bearer | undefined>>

/** One person of each role alone, one without any, and nobody at all. */
export const makeCast = async (portico: TestPortico): Promise<Cast> => {
  const bearers: [CallerName, Bearer | undefined][] = [['anonymous', undefined]]
  for (const name of [...roleNames, 'nobody'] as const) {
    const { bearer } = await addWithRoles(portico, name === 'nobody' ? [] : [name], {
      userName: `the-${name.toLowerCase()}`,
    })
    bearers.push([name, bearer])
  }
  return Object.fromEntries(bearers) as Cast
}

/** Signed in, with roles of the portal everywhere. */
export const addWithRoles = async (
  portico: TestPortico,
  roles: readonly RoleName[],
  fields: { userName?: string } = {},
) => {
  const person = await addPerson(portico, fields)
  for (const role of roles) await assignRole(portico, { identityId: person.id, roleId: systemRoles[role] })
  return { ...person, ...(await signInProven(portico, person)) }
}

/** What they prove is who they are; how lately is tested in sign-in/step-up.spec.ts. */
const signInProven = async (portico: TestPortico, person: Person) => {
  const session = await signIn(portico, person)
  await portico.database.query(`update session set confirmed_on = now() + interval '1 day' where user_id = $1`, [
    person.id,
  ])
  return session
}

/** Somebody with every role: what is refused here is refused to everybody. */
export const addChief = (portico: TestPortico) => addWithRoles(portico, roleNames)
