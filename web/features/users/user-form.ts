// A kept user as it is typed: it follows what is stored where nothing was typed, keeps what was typed when somebody
// else was faster, and says which fields that were (T57).
import type { User } from '#contract/users.ts'
import { users } from '#contract/users.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { usePersonErrors } from './field-errors.ts'

const typedOf = (user: User) => ({
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  areaId: user.areaId,
  language: user.language,
  validateScopes: user.validateScopes,
  jobTitle: user.jobTitle ?? '',
  manager: user.manager ?? '',
  teams: user.teams.join('; '),
  phoneNumber: user.phoneNumber ?? '',
  internalCategory: user.internalCategory ?? '',
})
type UserInput = ReturnType<typeof typedOf>

/** The key of each field's label. */
export const labels = {
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  areaId: 'area',
  language: 'language',
  validateScopes: 'restricted',
  jobTitle: 'jobTitle',
  manager: 'manager',
  teams: 'teams',
  phoneNumber: 'phoneNumber',
  internalCategory: 'internalCategory',
} as const satisfies Record<keyof UserInput, string>

const sentOf = (values: UserInput, changed: readonly (keyof UserInput)[]) =>
  Object.fromEntries(
    changed.map((name) => [
      name,
      name === 'teams'
        ? values.teams
            .split(';')
            .map((team) => team.trim())
            .filter(Boolean)
        : values[name],
    ]),
  )

export const useUserForm = (stored: User) => {
  const save = useWrite(users.change)
  const form = useStoredForm({ stored, typedOf, fieldErrorsOf: usePersonErrors(), busy: save.isPending })
  return {
    ...form,
    busy: save.isPending,
    submit: (done: () => void) =>
      form.send(async (values) => {
        const input = { ...sentOf(values, form.changed), modifiedOn: form.modifiedOn }
        form.takeOver(await save.mutateAsync({ params: { id: stored.id }, input }))
        done()
      }),
  }
}
export type UserForm = ReturnType<typeof useUserForm>
