// R2.4-05: filters the tiles; Enter opens the first hit. / comes here from anywhere on the page.
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

const writes = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const calls = (event: KeyboardEvent) => event.key === '/' && !event.ctrlKey && !event.metaKey && !writes(event.target)

const useShortcut = () => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!calls(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  return input
}

type Props = { value: string; onChange: (search: string) => void; onEnter: () => void }

export const HubSearch = ({ value, onChange, onEnter }: Props) => {
  const { t } = useTranslation('hub')
  const input = useShortcut()
  return (
    <search className="searchbar">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onEnter()
        }}
      >
        <label className="box">
          <Search size={19} aria-hidden="true" />
          <span className="sr">{t('search')}</span>
          <input
            ref={input}
            type="search"
            placeholder={t('search')}
            value={value}
            autoComplete="off"
            enterKeyHint="go"
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onChange('')}
          />
          <kbd aria-hidden="true">/</kbd>
        </label>
      </form>
    </search>
  )
}
