import { useQueryClient } from '@tanstack/react-query'
import { languageOf } from '#contract/kernel/language.ts'
import type { Profile } from '#contract/profile.ts'
import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import { changeLanguage } from '#web/lib/i18n.ts'
import { usePortal } from '#web/lib/session/portal-context.ts'
import { usePasswordChange } from '../shell/account-items.tsx'

const nameOf = ({ firstName, lastName }: Profile) => `${firstName} ${lastName}`

/** What was saved shows in the whole portal: its language, and the name that the tokens tell. */
const useShowSaved = () => {
  const answers = useQueryClient()
  const { session } = usePortal()
  return async (saved: Profile, before: Profile) => {
    if (nameOf(saved) !== nameOf(before)) void session.renew()
    if (saved.language === before.language) return
    await changeLanguage(languageOf(saved.language))
    // Descriptions come in the language of the caller.
    await answers.invalidateQueries()
  }
}

/** The page of the profile, with what the shell lends it. */
export const ProfileRoute = () => {
  const show = useShowSaved()
  const password = usePasswordChange()
  return (
    <>
      <ProfilePage onSaved={(saved, before) => void show(saved, before)} onPassword={password.ask} />
      {password.dialog}
    </>
  )
}
