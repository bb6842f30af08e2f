import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import { useMenuEntries } from './shell/menu-entries.tsx'
import { SideMenu } from './shell/side-menu.tsx'
import { usePasswordChange } from './shell/account-items.tsx'
import { useChooseLanguage } from './shell/use-choose-language.ts'

/** The profile beside its menu. */
export const ProfileRoute = () => {
  const choose = useChooseLanguage()
  const password = usePasswordChange()
  return (
    <div className="with-side">
      <SideMenu entries={useMenuEntries()} />
      <ProfilePage onLanguage={choose} onPassword={password.ask} />
      {password.dialog}
    </div>
  )
}
