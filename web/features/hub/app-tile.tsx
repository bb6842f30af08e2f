import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { AppLink, ExternalLink } from '#web/ui/app-link.tsx'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { Heart } from './heart.tsx'
import type { Ask } from './use-disclaimer.tsx'

type Props = { app: HubItem; onToggle: (app: HubItem) => void; ask: Ask }

/** R2.4-08; the whole tile is the link. */
export const AppTile = ({ app, onToggle, ask }: Props) => (
  <li className="tile">
    <AppIcon app={app} />
    <div className="tile-text">
      {app.privateUrl ? (
        <AppLink
          className="main"
          href={app.privateUrl}
          onClick={(event) => ask(app, event)}
          onAuxClick={(event) => ask(app, event)}
        >
          {app.title}
        </AppLink>
      ) : (
        <span className="main">{app.title}</span>
      )}
      <p>{app.description}</p>
    </div>
    <Heart app={app} onToggle={onToggle} />
  </li>
)

/** R2.4-10: an application to ask for; the button stands where a request can be made in place. */
export const AskTile = ({ app, button }: { app: HubItem; button: ReactNode }) => {
  const { t } = useTranslation('hub')
  return (
    <li className="tile">
      <AppIcon app={app} size={42} muted />
      <div className="tile-text">
        <ExternalLink className="main" href={app.publicUrl ?? ''}>
          {app.title}
        </ExternalLink>
        <p>{app.description}</p>
      </div>
      {button ?? (
        <span className="go" aria-hidden="true">
          {t('askUs')} <ArrowUpRight size={15} />
        </span>
      )}
    </li>
  )
}
