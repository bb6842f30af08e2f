// Finds a tenant in the tree: searched on the server 800 ms after the last letter (R9-10); the chosen one is jumped to.
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tenants } from '#contract/tenants.ts'
import { type TenantItem } from '#contract/tenant-entry.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { PathLine } from '#web/ui/path-line.tsx'
import { OptionPanel } from '#web/ui/option-panel.tsx'
import { stepTo } from '#web/ui/option-steps.ts'

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

const Hit = ({ hit }: { hit: TenantItem }) => {
  const above = (hit.hierarchyItems ?? []).slice(0, -1).map(({ title }) => title)
  return (
    <span>
      <b>{hit.title}</b>
      {above.length > 0 && <PathLine titles={above} />}
    </span>
  )
}

const useStatus = ({ hits, error, searching, none }: ReturnType<typeof useHits>) => {
  const { t } = useTranslation('tenants')
  if (searching) return t('searching')
  if (error) return problemText(error)
  if (none) return t('noTenantFound')
  return hits.length > 0 ? t('foundTenants', { count: hits.length }) : ''
}

const startOfHits = { at: 0, walked: false }

export const TreeSearch = ({ onFound }: { onFound: (id: string) => void }) => {
  const { t } = useTranslation('tenants')
  const [text, setText] = useState('')
  const [active, setActive] = useState(startOfHits)
  const [open, setOpen] = useState(false)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const found = useHits(text.trim())
  const { hits } = found
  const type = (next: string) => {
    setText(next)
    setActive(startOfHits)
    setOpen(true)
  }
  const choose = (hit: TenantItem | undefined) => {
    if (!hit) return found.now()
    type('')
    onFound(hit.id)
  }
  const press = (event: KeyboardEvent) => {
    const step = stepTo(event.key, active, hits.length)
    if (step) setActive(step)
    else if (event.key === 'Enter') choose(hits[active.at])
    else if (event.key === 'Escape' && text !== '') type('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const status = useStatus(found)
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
        ref={field}
        aria-expanded={open && hits.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={hits[active.at] ? `${list}-${active.at}` : undefined}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      {text && (
        <button
          type="button"
          className="ic s"
          aria-label={t('table:clearSearch')}
          data-tip={t('table:clearSearch')}
          onClick={() => type('')}
        >
          <X size={15} />
        </button>
      )}
      <OptionPanel
        id={list}
        label={t('searchTenants')}
        anchor={field}
        open={open && status !== ''}
        items={hits}
        active={active.at}
        status={status}
        itemKey={({ id }) => id}
        show={(hit) => <Hit hit={hit} />}
        onChoose={choose}
        onDismiss={() => setOpen(false)}
      />
    </search>
  )
}
