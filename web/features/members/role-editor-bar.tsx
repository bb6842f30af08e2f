// The bar above the applications of a member: which are shown, and a search by the key /.
import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

const useSlash = () => {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || (event.target as HTMLElement).closest?.('input:not([type=checkbox]),textarea,select'))
        return
      event.preventDefault()
      search.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return search
}

export type View = 'all' | 'assigned'

type Bar = {
  typed: string
  type: (text: string) => void
  view: View
  show: (view: View) => void
  counts: Record<View, number>
}

const Segment = ({ view, bar, children }: { view: View; bar: Bar; children: string }) => {
  const { i18n } = useTranslation()
  return (
    <button type="button" aria-pressed={bar.view === view} onClick={() => bar.show(view)}>
      {children} <i>{bar.counts[view].toLocaleString(i18n.language)}</i>
    </button>
  )
}

export const EditorBar = ({ bar }: { bar: Bar }) => {
  const { t } = useTranslation('members')
  const search = useSlash()
  return (
    <div className="ed-bar">
      <search className="et-search">
        <Search size={16} aria-hidden="true" />
        <input
          ref={search}
          type="text"
          inputMode="search"
          className="inp-t"
          aria-label={t('searchRoles')}
          placeholder={t('searchRoles')}
          value={bar.typed}
          onChange={({ target }) => bar.type(target.value)}
        />
        {bar.typed ? (
          <button
            type="button"
            className="ic s"
            aria-label={t('table:clearSearch')}
            onClick={() => {
              bar.type('')
              search.current?.focus()
            }}
          >
            <X size={15} />
          </button>
        ) : (
          <kbd aria-hidden="true">/</kbd>
        )}
      </search>
      <div className="seg" role="group" aria-label={t('shown')}>
        <Segment view="all" bar={bar}>
          {t('allApplications')}
        </Segment>
        <Segment view="assigned" bar={bar}>
          {t('withAccess')}
        </Segment>
      </div>
    </div>
  )
}
