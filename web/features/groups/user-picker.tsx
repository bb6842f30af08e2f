// Finds a user by name or address on the server: a combobox whose list stands below it (WAI-ARIA combobox, list).
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type UserItem, users } from '#contract/users.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

/** R9-10, R9-13. */
const pause = 1000
const most = '25'

const nameOf = ({ firstName, lastName, userName }: UserItem) => `${firstName} ${lastName}`.trim() || userName

/** What was typed, once nobody types any more; Enter does not wait. */
const useSettled = (typed: string) => {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return { settled, now: () => settle(typed.trim()) }
}

const Found = ({ user, id, active, onChoose }: { user: UserItem; id: string; active: boolean; onChoose: () => void }) => {
  const { t } = useTranslation('groups')
  return (
    // The keyboard chooses in the text field, which the list belongs to.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <li role="option" id={id} aria-selected={active} tabIndex={-1} onClick={onChoose} onPointerDown={(event) => event.preventDefault()}>
      <Avatar email={user.email} name={nameOf(user)} size={28} />
      <span><b>{nameOf(user)}</b><small>{user.userName} · {user.email}</small></span>
      {(user.locked || user.draft) && <span className="tag">{t(user.locked ? 'locked' : 'draft')}</span>}
    </li>
  )
}

const steps: Record<string, (at: number, last: number) => number> = { ArrowDown: (at, last) => Math.min(at + 1, last), ArrowUp: (at) => Math.max(at - 1, 0) }

const useFound = (typed: string) => {
  const { settled, now } = useSettled(typed)
  const found = useRead(users.list, { query: { search: settled, take: most, orderBy: 'userName' } }, { when: settled !== '', previous: true })
  const fresh = typed.trim() === settled && !found.isPlaceholderData
  const { items = [], count = 0 } = settled ? (found.data ?? {}) : {}
  return { now, items, more: count - items.length, fresh, done: fresh && found.isSuccess, searching: typed.trim() !== '' && !fresh && !found.isError }
}

const useFinding = (onChoose: (user: UserItem) => void) => {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const found = useFound(typed)
  const { items, fresh, now } = found
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step && event.key !== 'Enter') return
    event.preventDefault()
    const user = items[active]
    if (step) setActive(step(active, items.length - 1))
    else if (fresh && user) onChoose(user)
    else now()
  }
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  return { ...found, typed, type, active, press, nobody: typed.trim() !== '' && found.done && items.length === 0 }
}

type Props = { chosen: UserItem | undefined; error: string | undefined; onChoose: (user: UserItem | undefined) => void }

export const UserPicker = ({ chosen, error, onChoose }: Props) => {
  const { t } = useTranslation('groups')
  if (!chosen) return <Finding error={error} onChoose={onChoose} />
  return (
    <div className="field">
      <span className="field-label">{t('user')}</span>
      <div className="chosen">
        <Avatar email={chosen.email} name={nameOf(chosen)} size={32} />
        <span><b>{nameOf(chosen)}</b><small>{chosen.userName} · {chosen.email}</small></span>
        <Check size={17} aria-hidden="true" />
        <button type="button" className="ic" autoFocus aria-label={t('chooseAnother')} title={t('chooseAnother')} onClick={() => onChoose(undefined)}><X size={17} /></button>
      </div>
      {error && <small className="said" role="alert">{error}</small>}
    </div>
  )
}

const useStatus = ({ searching, nobody, items, more }: ReturnType<typeof useFinding>) => {
  const { t } = useTranslation('groups')
  if (searching) return t('searching')
  if (nobody) return t('nobodyFound')
  if (items.length === 0) return ''
  return [t('found', { count: items.length }), ...(more > 0 ? [t('moreFound', { count: more })] : [])].join(' · ')
}

const Finding = ({ error, onChoose }: Omit<Props, 'chosen'>) => {
  const { t } = useTranslation('groups')
  const list = useId()
  const finding = useFinding(onChoose)
  const status = useStatus(finding)
  const { typed, items, active } = finding
  return (
    <div className="picker">
      <Field label={t('user')} required error={error} hint={t('userHint')}>
        <TextInput
          role="combobox" aria-expanded={items.length > 0} aria-controls={list} aria-autocomplete="list" aria-activedescendant={items[active] ? `${list}-${active}` : undefined}
          autoFocus autoComplete="off" placeholder={t('userPlaceholder')} value={typed} onChange={({ target }) => finding.type(target.value)} onKeyDown={finding.press}
        />
      </Field>
      <ul id={list} role="listbox" aria-label={t('user')} hidden={items.length === 0}>
        {items.map((user, index) => <Found key={user.id} user={user} id={`${list}-${index}`} active={index === active} onChoose={() => onChoose(user)} />)}
      </ul>
      <p className={`picker-said${finding.nobody ? '' : ' mut'}`} role="status">{status}</p>
    </div>
  )
}
