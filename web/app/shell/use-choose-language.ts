// R2.3-11: the page changes at once. Anyone who is signed in has the choice everywhere.
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { Language } from '#contract/kernel/language.ts'
import { profile } from '#contract/profile.ts'
import { changeLanguage } from '#web/lib/i18n.ts'
import { showFailure } from '#web/lib/notices.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'

const failed = (error: unknown) => {
  showFailure(i18next.t('errors:failedAction'), error)
  return false
}

/** Gives whether it was saved. */
export const useChooseLanguage = () => {
  const answers = useQueryClient()
  const identity = useIdentity()
  // Anyone who impersonates somebody reads in their own language.
  const isOwn = identity !== undefined && identity.impersonatorId === undefined
  const save = useWrite(profile.setLanguage)
  return async (language: Language) => {
    await changeLanguage(language)
    const saved = isOwn && (await save.mutateAsync({ input: { language } }).then(() => true, failed))
    // Descriptions come in the language of the caller.
    await answers.invalidateQueries()
    return saved
  }
}
