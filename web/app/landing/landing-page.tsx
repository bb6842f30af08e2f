// R2.2-03: every other path: a blue page with a door, behind which lies one of three places. Whoever is not signed in
// finds Login in its header (R2.4-28).
import { LifeBuoy, LogIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { under } from '#web/lib/base.ts'
import { useIdentity } from '#web/lib/session/portal-context.ts'
import { AppLink, ExternalLink } from '#web/ui/app-link.tsx'
import { Mark } from '#web/ui/brand.tsx'
import { useHelpDesk } from '../shell/help-desk.ts'
import { Scene, scenes } from './scene.tsx'
import './landing.css'

export const LandingPage = () => {
  const { t } = useTranslation('shell')
  const helpDesk = useHelpDesk()
  const isSignedIn = useIdentity() !== undefined
  const [scene] = useState(() => scenes[Math.floor(Math.random() * scenes.length)] ?? scenes[0])
  useEffect(() => {
    document.title = `${t('landingTitle')} · Portico`
  }, [t])
  return (
    <main className="land">
      <Scene scene={scene} />
      <div className="land-in">
        <header className="land-top">
          <span className="land-brand">
            <Mark size={40} tone="white" />
            Portico
          </span>
          {!isSignedIn && (
            <AppLink className="land-login" href={under('account/login')}>
              <LogIn size={17} aria-hidden="true" />
              {t('login')}
            </AppLink>
          )}
        </header>
        <div className="land-text">
          <h1>{t('landingTitle')}</h1>
          <h2>{t('landingText')}</h2>
          <div className="land-links">
            <AppLink className="land-go" href={under('home')}>
              {t('goToMyApps')}
            </AppLink>
            {helpDesk && (
              <ExternalLink className="land-help" href={helpDesk}>
                <LifeBuoy size={17} aria-hidden="true" />
                {t('helpDesk')}
              </ExternalLink>
            )}
          </div>
        </div>
        <span className="land-address">
          {location.host}
          {location.pathname}
        </span>
      </div>
    </main>
  )
}
