// One's own names and language, as they are typed (R5.2-13).
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/profile.ts'
import { profileChanges } from '#contract/profile-changes.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'

const typedOf = ({ firstName, lastName, language }: Profile) => ({ firstName, lastName, language })

export const useProfileForm = (stored: Profile) => {
  const { t } = useTranslation('profile')
  const save = useWrite(profileChanges.save)
  const form = useStoredForm({
    stored,
    typedOf,
    fieldErrorsOf: ({ firstName, lastName, language }) => ({
      firstName: firstName.trim() ? undefined : t('inputFirstName'),
      lastName: lastName.trim() ? undefined : t('inputLastName'),
      language: language ? undefined : t('selectLanguage'),
    }),
    busy: save.isPending,
  })
  return {
    ...form,
    busy: save.isPending,
    submit: (done: (saved: Profile, before: Profile) => void) =>
      form.send(async (values) => {
        const saved = await save.mutateAsync({ input: { ...values, modifiedOn: form.modifiedOn } })
        form.takeOver(saved)
        done(saved, stored)
      }),
  }
}
export type ProfileForm = ReturnType<typeof useProfileForm>
