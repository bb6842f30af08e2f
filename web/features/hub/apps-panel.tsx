// R2.4-05…11: the reader's own applications.
import { ArrowUpDown, Heart } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { AppTile } from './app-tile.tsx'
import { EmptyPanel } from './empty-panel.tsx'
import { matching } from './listing.ts'
import type { Ask } from './use-disclaimer.tsx'
import { useFavorite } from './use-hub.ts'

const loadReorder = async () => (await Promise.all([import('./reorder-dialog.tsx'), addTexts('hub-dialogs')]))[0]
/** What does not come is told when it is asked for. */
const loadAhead = () => void loadReorder().catch(() => {})
const ReorderDialog = lazily(async () => (await loadReorder()).ReorderDialog)

const SortButton = ({ apps }: { apps: readonly HubItem[] }) => {
  const { t } = useTranslation('hub')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="gbtn"
        aria-haspopup="dialog"
        data-tip={t('sort')}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpen(true)}
      >
        <ArrowUpDown size={16} aria-hidden="true" />
        <span className="lbh">{t('sort')}</span>
      </button>
      {open && <ReorderDialog apps={apps} onClose={() => setOpen(false)} />}
    </>
  )
}

type Props = { apps: readonly HubItem[]; search: string; onSearch: (search: string) => void; ask: Ask }

export const AppsPanel = ({ apps, search, onSearch, ask }: Props) => {
  const { t } = useTranslation('hub')
  const [onlyFavorites, setOnlyFavorites] = useState(false)
  const toggle = useFavorite()
  const wanted = useDeferredValue(search)
  const shown = matching(apps, wanted).filter(({ isUserFavorite }) => !onlyFavorites || isUserFavorite)
  const words = t(onlyFavorites ? 'allApplications' : 'onlyFavorites')
  if (apps.length === 0)
    return (
      <section className="panel">
        <EmptyPanel text={t('noApplication')} />
      </section>
    )
  return (
    <section className="panel" aria-labelledby="apps">
      <div className="sec">
        <h2 id="apps">{t('yourApps')}</h2>
        <span className="n" role="status">
          {shown.length}
        </span>
        <span className="sp" />
        <button type="button" className="gbtn" data-tip={words} onClick={() => setOnlyFavorites(!onlyFavorites)}>
          <Heart size={16} fill={onlyFavorites ? 'currentColor' : 'none'} aria-hidden="true" />
          <span className="lbh">{words}</span>
        </button>
        <SortButton apps={apps} />
      </div>
      {shown.length > 0 && (
        <ul className="grid">
          {shown.map((app) => (
            <AppTile key={app.id} app={app} onToggle={toggle} ask={ask} />
          ))}
        </ul>
      )}
      {shown.length === 0 && wanted.trim() !== '' && (
        <EmptyPanel
          text={t('nothingFound', { search: wanted.trim() })}
          action={{ label: t('clearSearch'), run: () => onSearch('') }}
        />
      )}
      {shown.length === 0 && wanted.trim() === '' && (
        <EmptyPanel
          text={t('noFavorites')}
          action={{ label: t('allApplications'), run: () => setOnlyFavorites(false) }}
        />
      )}
    </section>
  )
}

/** In the final geometry (docs/ux.md, rule 15). */
export const PanelSkeleton = () => (
  <section className="panel skeleton" aria-hidden="true">
    <div className="sec">
      <i />
    </div>
    <ul className="grid">
      {Array.from({ length: 8 }, (_none, index) => (
        <li key={index} className="tile">
          <i className="appicon" />
          <i />
          <i />
        </li>
      ))}
    </ul>
  </section>
)
