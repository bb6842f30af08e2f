// One's own account: data, sessions, picture, and the copy of everything that is kept (R2.6-01, R2.6-06 … R2.6-09).
import { KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, profile } from '#contract/profile.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { ContentHeader } from '#web/ui/content-header.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Information } from './information.tsx'
import { MyData } from './my-data.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { Picture } from './picture.tsx'
import { SignInMethods } from './sign-in-methods.tsx'
import { useOwnPicture } from './use-own-picture.ts'
import './profile-page.css'

type Props = { onSaved: (saved: Profile, before: Profile) => void; onPassword: () => void }

export const ProfilePage = ({ onSaved, onPassword }: Props) => {
  const { t } = useTranslation('profile')
  const me = useRead(profile.read)
  // Anyone who impersonates somebody changes nothing (docs/decisions/0014).
  const readOnly = useMe().impersonatorId !== undefined
  useOwnPicture(me.data)
  useEffect(() => {
    document.title = `${t('title')} · Portico`
  }, [t])
  const change = (
    <button type="button" className="b" disabled={readOnly} onClick={onPassword}>
      <KeyRound size={16} aria-hidden="true" />
      {t('shell:changePassword')}
    </button>
  )
  return (
    <div className="profile">
      <div className="profile-head">
        <ContentHeader title={t('title')} subtitle={t('subtitle')} actions={change} />
        {me.isError && <FailureAlert error={me.error} onRetry={() => void me.refetch()} />}
      </div>
      {me.data && (
        <>
          <div className="profile-side">
            <Picture me={me.data} readOnly={readOnly} />
            <MyData readOnly={readOnly} />
          </div>
          <Information key={me.data.id} me={me.data} readOnly={readOnly} onSaved={onSaved} />
          <SignInMethods readOnly={readOnly} />
          <OwnSessions readOnly={readOnly} />
        </>
      )}
    </div>
  )
}
