import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { AskTile } from './app-tile.tsx'
import { useAsk } from './use-ask.tsx'

/** R2.4-10: below the reader's own, never mixed in. */
export const AskSection = ({ apps }: { apps: readonly HubItem[] }) => {
  const { t } = useTranslation('hub')
  const { buttonOf, dialog } = useAsk(apps)
  if (apps.length === 0) return null
  return (
    <section className="ask" aria-labelledby="ask">
      <div className="sec">
        <h2 id="ask">{t('askHeading')}</h2>
      </div>
      <ul className="grid">
        {apps.map((app) => (
          <AskTile key={app.id} app={app} button={buttonOf(app)} />
        ))}
      </ul>
      {dialog}
    </section>
  )
}
