// A group as it is typed: what is missing, what the server did not take, and what goes to it.
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/group-entry.ts'
import { type Form, useForm } from '#web/lib/use-form.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'

export type GroupInput = { name: string; areaId: string; description: string }

export const nothingTyped: GroupInput = { name: '', areaId: '', description: '' }
const typedOf = ({ name, areaId, description }: Group): GroupInput => ({
  name,
  areaId,
  description: description ?? '',
})

const useFieldErrorsOf = () => {
  const { t } = useTranslation('groups')
  return ({ name, areaId }: GroupInput) => ({
    name: name.trim() ? undefined : t('nameRequired'),
    areaId: areaId ? undefined : t('areaRequired'),
  })
}

/** One that is stored, changed; nobody else's change is undone unseen. */
export const useStoredGroupForm = (stored: Group, busy: boolean) => {
  const form = useStoredForm({ stored, typedOf, fieldErrorsOf: useFieldErrorsOf(), busy })
  return { ...form, ...submitOf(form) }
}
export type StoredGroupForm = ReturnType<typeof useStoredGroupForm>

export const useGroupForm = (stored: GroupInput) => {
  const form = useForm(stored, useFieldErrorsOf())
  return { ...form, ...submitOf(form) }
}
export type GroupForm = ReturnType<typeof useGroupForm>

const submitOf = ({ send }: Form<GroupInput>) => ({
  submit: (run: (sent: { name: string; areaId: string; description: string | null }) => Promise<unknown>) =>
    send(({ name, areaId, description }) =>
      run({ name: name.trim(), areaId, description: description.trim() || null }),
    ),
})
