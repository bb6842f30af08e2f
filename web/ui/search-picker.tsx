// Finds one thing on the server by what is typed: a combobox whose list opens below it (WAI-ARIA combobox, list).
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Field, TextInput } from './field.tsx'
import { OptionPanel } from './option-panel.tsx'
import { type OptionWalk, stepTo } from './option-steps.ts'
import { type PickerDef, useFinding } from './use-finding.ts'
import './search-picker.css'

/** Of what nobody searched for, nothing is chosen by Enter alone. */
const startOf = (typed: string): OptionWalk => ({ at: typed.trim() ? 0 : -1, walked: false })

const useCombobox = <Item,>(picker: PickerDef<Item>, onChoose: (item: Item) => void) => {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(startOf(''))
  const [open, setOpen] = useState(false)
  const found = useFinding(picker, typed.trim())
  const type = (text: string) => {
    setTyped(text)
    setActive(startOf(text))
    setOpen(true)
  }
  const press = (event: KeyboardEvent) => {
    const step = stepTo(event.key, active, found.items.length)
    if (step) {
      setActive(step)
      setOpen(true)
    } else if (event.key === 'Enter') {
      const item = open && found.fresh ? found.items[active.at] : undefined
      if (item === undefined) found.now()
      else onChoose(item)
    } else if (event.key === 'Escape' && !open && typed !== '') {
      type('')
      setOpen(false)
    } else return
    event.preventDefault()
  }
  return { ...found, typed, type, active: active.at, press, open, setOpen }
}

const statusOf = <Item,>(
  { texts }: PickerDef<Item>,
  { searching, failure, done, items, count, more }: ItemSearch<Item>,
) => {
  if (searching) return texts.searching
  if (failure) return failure
  if (done && items.length === 0) return texts.nothing
  if (count === 0) return ''
  return [texts.found(count), ...(more > 0 ? [texts.more(more)] : [])].join(' · ')
}

type ItemSearch<Item> = ReturnType<typeof useFinding<Item>>

type Props<Item> = {
  picker: PickerDef<Item>
  chosen: Item | undefined
  error: string | undefined
  /** Not where it is one of several fields. */
  focused?: boolean
  onChoose: (item: Item | undefined) => void
}

export const SearchPicker = <Item,>({ picker, chosen, error, focused = true, onChoose }: Props<Item>) => {
  if (chosen === undefined) return <Finding picker={picker} error={error} focused={focused} onChoose={onChoose} />
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
          data-tip={another}
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

const Finding = <Item,>({ picker, error, focused, onChoose }: Omit<Props<Item>, 'chosen'>) => {
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const finding = useCombobox(picker, onChoose)
  const { label, hint, placeholder } = picker.texts
  const { typed, items, active, open, setOpen } = finding
  const status = statusOf(picker, finding)
  const shown = open && (items.length > 0 || status !== '')
  return (
    <div className="picker">
      <Field label={label} required={!picker.optional} error={error} hint={hint}>
        <TextInput
          ref={field}
          role="combobox"
          aria-expanded={shown && items.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={shown && items[active] !== undefined ? `${list}-${active}` : undefined}
          autoFocus={focused}
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => finding.type(target.value)}
          onKeyDown={finding.press}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
        />
      </Field>
      <OptionPanel
        id={list}
        label={label}
        anchor={field}
        open={shown}
        items={items}
        active={active}
        status={status}
        itemKey={picker.itemKey}
        show={picker.show}
        onChoose={onChoose}
        onDismiss={() => setOpen(false)}
      />
    </div>
  )
}
