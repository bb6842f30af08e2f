// Applications in a drawer: the reader's own (R2.4-13 … R2.4-16), or those of somebody else.
import { Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import './drawer-apps.css'

const Text = ({ app }: { app: HubItem }) => (
  <span className="da-text">
    <span className="da-name">{app.title}</span>
    <small>{app.description}</small>
  </span>
)

export const OwnApp = ({ app }: { app: HubItem }) => {
  const { t } = useTranslation('hub')
  return (
    <>
      <AppIcon app={app} size={42} />
      {app.isUserFavorite && (
        <span className="bdg" role="img" aria-label={t('favorite')} data-tip={t('favorite')}>
          <Heart size={12} fill="currentColor" aria-hidden="true" />
        </span>
      )}
      <Text app={app} />
    </>
  )
}

/** One that has to be asked for. */
export const OtherApp = ({ app }: { app: HubItem }) => (
  <>
    <AppIcon app={app} size={42} muted />
    <Text app={app} />
  </>
)

/** R2.4-14: two columns above four. */
export const Columns = ({
  apps,
  className = '',
  children,
}: {
  apps: readonly HubItem[]
  className?: string
  children: ReactNode
}) => <ul className={`da${apps.length > 4 ? ' two' : ''}${className}`}>{children}</ul>
