// The bar above the applications of a member: which are shown, and a search by the key /.
import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '#web/ui/segments.tsx'

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
      <Segments
        label={t('shown')}
        chosen={bar.view}
        onChoose={bar.show}
        segments={[
          { value: 'all', label: t('allApplications'), count: bar.counts.all },
          { value: 'assigned', label: t('withAccess'), count: bar.counts.assigned },
        ]}
      />
    </div>
  )
}
