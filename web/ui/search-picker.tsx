// Finds one thing on the server by what is typed: a combobox whose list stands below it (WAI-ARIA combobox, list).
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { CallArguments } from '#web/lib/client.ts'
import { problemText } from '#web/lib/problem.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Field, TextInput } from './field.tsx'
import './search-picker.css'

export type PickerDef<Item> = {
  readonly list: AnyEndpoint & { readonly method: 'GET' }
  readonly orderBy: string
  /** What the list is asked besides. */
  readonly query?: Readonly<Record<string, string>>
  /** So long nobody types before it is searched (R9-10). */
  readonly pause: number
  /** So many of them at most; 25 where nothing is said (R9-11, R9-13). */
  readonly most?: number
  /** Before anything is typed the first ones are shown, too. */
  readonly opened?: boolean
  /** Offered above what the server finds. */
  readonly first?: (typed: string) => readonly Item[]
  /** Nothing may be chosen, too. */
  readonly optional?: boolean
  readonly itemKey: (item: Item) => string
  readonly show: (item: Item) => ReactNode
  readonly texts: {
    readonly label: string
    readonly hint: string
    readonly placeholder: string
    readonly another: string
    readonly searching: string
    readonly nothing: string
    readonly found: (count: number) => string
    readonly more: (count: number) => string
  }
}

/** What was typed, once nobody types any more; Enter does not wait. */
const useSettled = (typed: string, pause: number) => {
  const [settled, settle] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => settle(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed, pause])
  return { settled, now: () => settle(typed.trim()) }
}

type Found<Item> = { items: Item[]; count: number }
const nobody = { items: [], count: 0 }

/** What the server finds; nothing before it is asked. */
const useAnswer = <Item,>(
  { list, orderBy, query: more, most = 25, opened = false }: PickerDef<Item>,
  settled: string,
) => {
  const asked = opened || settled !== ''
  const query = { ...more, ...(settled && { search: settled }), take: String(most), orderBy }
  const answer = useRead(list, { query } as unknown as CallArguments<typeof list>, { when: asked, previous: true })
  const { items, count }: Found<Item> = (asked && (answer.data as Found<Item> | undefined)) || nobody
  return {
    items,
    more: count - items.length,
    stale: answer.isPlaceholderData,
    loading: answer.isLoading,
    error: answer.error,
    answered: asked && answer.isSuccess,
  }
}

const useFound = <Item,>(picker: PickerDef<Item>, typed: string) => {
  const { settled, now } = useSettled(typed, picker.pause)
  const { items, more, stale, loading, error, answered } = useAnswer(picker, settled)
  const fresh = typed === settled && !stale
  const wanted = picker.opened || typed !== ''
  return {
    now,
    fresh,
    items: [...(picker.first?.(typed) ?? []), ...items],
    count: items.length,
    more,
    failure: error ? problemText(error) : undefined,
    done: answered && fresh,
    searching: !error && (loading || (wanted && !fresh)),
  }
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
}

const useFinding = <Item,>(picker: PickerDef<Item>, onChoose: (item: Item) => void) => {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const found = useFound(picker, typed.trim())
  const { items, fresh, now } = found
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step && event.key !== 'Enter') return
    event.preventDefault()
    const item = items[active]
    if (step) setActive(step(active, items.length - 1))
    else if (fresh && item !== undefined) onChoose(item)
    else now()
  }
  /** Of what nobody searched for, nothing is chosen by Enter alone. */
  const type = (text: string) => {
    setTyped(text)
    setActive(text.trim() ? 0 : -1)
  }
  return { ...found, typed, type, active, press, nothing: found.done && items.length === 0 }
}

const statusOf = <Item,>(
  { texts }: PickerDef<Item>,
  { searching, failure, nothing, count, more }: ReturnType<typeof useFinding<Item>>,
) => {
  if (searching) return texts.searching
  if (failure) return failure
  if (nothing) return texts.nothing
  if (count === 0) return ''
  return [texts.found(count), ...(more > 0 ? [texts.more(more)] : [])].join(' · ')
}

type OptionProps = { id: string; active: boolean; children: ReactNode; onChoose: () => void }

const Option = ({ id, active, children, onChoose }: OptionProps) => {
  useEffect(() => {
    if (active) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    // The keyboard chooses in the text field, which the list belongs to.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <li
      role="option"
      id={id}
      aria-selected={active}
      tabIndex={-1}
      onClick={onChoose}
      onPointerDown={(event) => event.preventDefault()}
    >
      {children}
    </li>
  )
}

type Props<Item> = {
  picker: PickerDef<Item>
  chosen: Item | undefined
  error: string | undefined
  onChoose: (item: Item | undefined) => void
}

export const SearchPicker = <Item,>({ picker, chosen, error, onChoose }: Props<Item>) => {
  if (chosen === undefined) return <Finding picker={picker} error={error} onChoose={onChoose} />
  const { label, another } = picker.texts
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div className="chosen">
        {picker.show(chosen)}
        <Check size={17} aria-hidden="true" />
        <button
          type="button"
          className="ic"
          autoFocus
          aria-label={another}
          title={another}
          onClick={() => onChoose(undefined)}
        >
          <X size={17} />
        </button>
      </div>
      {error && (
        <small className="said" role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

const Finding = <Item,>({ picker, error, onChoose }: Omit<Props<Item>, 'chosen'>) => {
  const list = useId()
  const finding = useFinding(picker, onChoose)
  const { label, hint, placeholder } = picker.texts
  const { typed, items, active } = finding
  return (
    <div className="picker">
      <Field label={label} required={!picker.optional} error={error} hint={hint}>
        <TextInput
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={items[active] === undefined ? undefined : `${list}-${active}`}
          autoFocus
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => finding.type(target.value)}
          onKeyDown={finding.press}
        />
      </Field>
      <ul id={list} role="listbox" aria-label={label} hidden={items.length === 0}>
        {items.map((item, index) => (
          <Option
            key={picker.itemKey(item)}
            id={`${list}-${index}`}
            active={index === active}
            onChoose={() => onChoose(item)}
          >
            {picker.show(item)}
          </Option>
        ))}
      </ul>
      <p className={`picker-said${finding.nothing || finding.failure ? '' : ' mut'}`} role="status">
        {statusOf(picker, finding)}
      </p>
    </div>
  )
}
