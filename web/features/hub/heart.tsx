import { Heart as HeartIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { labelled } from '#web/lib/labelled.ts'

/** R2.4-09 */
export const Heart = ({ app, onToggle }: { app: HubItem; onToggle: (app: HubItem) => void }) => {
  const { t } = useTranslation('hub')
  const words = t(app.isUserFavorite ? 'removeFavorite' : 'addFavorite')
  return (
    <button
      type="button"
      className={app.isUserFavorite ? 'heart on' : 'heart'}
      data-tip={words}
      aria-label={labelled(words, app.title)}
      onClick={() => onToggle(app)}
    >
      <HeartIcon size={19} fill={app.isUserFavorite ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}
