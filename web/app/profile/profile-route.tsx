import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import { usePasswordChange } from '../shell/account-items.tsx'
import { useChooseLanguage } from '../shell/use-choose-language.ts'

/** The page of the profile, with what the shell lends it. */
export const ProfileRoute = () => {
  const choose = useChooseLanguage()
  const password = usePasswordChange()
  return (
    <>
      <ProfilePage onLanguage={choose} onPassword={password.ask} />
      {password.dialog}
    </>
  )
}
