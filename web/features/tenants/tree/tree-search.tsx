// Finds a tenant in the tree: searched on the server 800 ms after the last letter (R9-10); the chosen one is jumped to.
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TenantItem, tenants } from '#contract/tenants.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

/** R9-10 */
const pause = 800

const useHits = (typed: string) => {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), typed === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [typed])
  const answer = useRead(
    tenants.list,
    { query: { search: settled, take: '25', orderBy: 'title', includeHierarchy: 'true' } },
    { when: settled !== '' },
  )
  const fresh = typed !== '' && typed === settled
  return {
    hits: fresh ? (answer.data?.items ?? []) : [],
    error: fresh ? answer.error : null,
    searching: typed !== '' && (!fresh || answer.isFetching),
    none: fresh && answer.data?.items.length === 0,
    now: () => settle(typed),
  }
}

const Hit = ({ hit, id, active, onChoose }: { hit: TenantItem; id: string; active: boolean; onChoose: () => void }) => {
  const above = (hit.hierarchyItems ?? [])
    .slice(0, -1)
    .map(({ title }) => title)
    .join(' › ')
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  // The keyboard chooses in the text field, which the list belongs to.
  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
  return (
    <li
      role="option"
      id={id}
      aria-selected={active}
      tabIndex={-1}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <b>{hit.title}</b>
      {above && <small>{above}</small>}
    </li>
  )
}

export const TreeSearch = ({ onFound }: { onFound: (id: string) => void }) => {
  const { t } = useTranslation('tenants')
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const { hits, error, searching, none, now } = useHits(text.trim())
  const type = (next: string) => {
    setText(next)
    setActive(0)
  }
  const choose = (hit: TenantItem | undefined) => {
    if (!hit) return now()
    type('')
    onFound(hit.id)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown') setActive(Math.min(active + 1, hits.length - 1))
    else if (key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (key === 'Enter') choose(hits[active])
    else if (key === 'Escape' && text !== '') type('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const status = searching
    ? t('searching')
    : error
      ? problemText(error)
      : none
        ? t('noTenantFound')
        : hits.length > 0
          ? t('foundTenants', { count: hits.length })
          : ''
  return (
    <search className="tree-search">
      <Search size={15} aria-hidden="true" />
      <input
        type="text"
        inputMode="search"
        className="inp-t"
        placeholder={t('searchTenants')}
        aria-label={t('searchTenants')}
        role="combobox"
        autoComplete="off"
        aria-expanded={hits.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={hits[active] ? `${list}-${active}` : undefined}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      {text && (
        <button
          type="button"
          className="ic s"
          aria-label={t('table:clearSearch')}
          title={t('table:clearSearch')}
          onClick={() => type('')}
        >
          <X size={15} />
        </button>
      )}
      <div className="tree-hits" hidden={text.trim() === ''}>
        <p role="status">{status}</p>
        <ul id={list} role="listbox" aria-label={t('searchTenants')} hidden={hits.length === 0}>
          {hits.map((hit, index) => (
            <Hit
              key={hit.id}
              hit={hit}
              id={`${list}-${index}`}
              active={index === active}
              onChoose={() => choose(hit)}
            />
          ))}
        </ul>
      </div>
    </search>
  )
}
