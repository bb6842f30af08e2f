// A kept user as it is typed: it follows what is stored where nothing was typed, keeps what was typed when somebody else
// was faster, and says which fields that were (T57).
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { users } from '#contract/users.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { usePersonComplaints } from './complaints.ts'

const typedOf = (user: User) => ({
  email: user.email, firstName: user.firstName, lastName: user.lastName, areaId: user.areaId, language: user.language, validateScopes: user.validateScopes,
  jobTitle: user.jobTitle ?? '', manager: user.manager ?? '', teams: user.teams.join('; '), phoneNumber: user.phoneNumber ?? '', internalCategory: user.internalCategory ?? '',
})
export type Typed = ReturnType<typeof typedOf>

/** The key of each field's label. */
export const labels: Record<keyof Typed, string> = {
  email: 'email', firstName: 'firstName', lastName: 'lastName', areaId: 'area', language: 'language', validateScopes: 'restricted',
  jobTitle: 'jobTitle', manager: 'manager', teams: 'teams', phoneNumber: 'phoneNumber', internalCategory: 'internalCategory',
}

const differing = (a: Typed, b: Typed) => (Object.keys(a) as (keyof Typed)[]).filter((name) => a[name] !== b[name])

const sentOf = (values: Typed, changed: readonly (keyof Typed)[]) =>
  Object.fromEntries(changed.map((name) => [name, name === 'teams' ? values.teams.split(';').map((team) => team.trim()).filter(Boolean) : values[name]]))

const only = (values: Typed, names: readonly (keyof Typed)[]): Partial<Typed> => Object.fromEntries(names.map((name) => [name, values[name]]))

export const useUserForm = (stored: User) => {
  const [base, setBase] = useState(stored)
  const form = useForm(typedOf(base), usePersonComplaints())
  const save = useWrite(users.change)
  // An answer that is older than what was saved is on its way out.
  const newer = stored.modifiedOn > base.modifiedOn
  const meanwhile = newer ? differing(typedOf(stored), typedOf(base)) : []
  const behind = meanwhile.length > 0 && form.changed.length > 0
  const takeOver = (user: User, kept: Partial<Typed> = {}) => {
    setBase(user)
    form.begin({ ...typedOf(user), ...kept })
  }
  if (newer && !behind && !save.isPending) takeOver(stored, only(form.values, form.changed))
  return {
    ...form,
    busy: save.isPending,
    /** What somebody else has changed while something was typed here. */
    meanwhile: behind ? meanwhile : [],
    /** Theirs, and on top of it what was typed here. */
    catchUp: () => takeOver(stored, only(form.values, form.changed)),
    submit: (done: () => void) =>
      form.send(async (values) => {
        takeOver(await save.mutateAsync({ params: { id: base.id }, input: { ...sentOf(values, form.changed), modifiedOn: base.modifiedOn } }))
        done()
      }),
  }
}
export type UserForm = ReturnType<typeof useUserForm>
