// Ctrl K (docs/ux.md, rule 7): type, walk with the arrow keys, Enter. A combobox with a list, in a dialog (WAI-ARIA
// APG).
import { CornerDownLeft, Search } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { Modal } from '#web/ui/modal.tsx'
import { stepTo } from '#web/ui/option-steps.ts'
import { CommandIcon } from './command-icon.tsx'
import type { Command, CommandGroup } from './palette-commands.ts'
import { typedAhead } from '../shell/typed-ahead.ts'
import { usePalette } from './use-palette.ts'
import './command-palette.css'

const Disclaimer = lazy(async () => ({
  default: (await import('#web/features/hub/disclaimer-dialog.tsx')).DisclaimerDialog,
}))

type ListState = {
  id: string
  active: string | undefined
  onRun: (command: Command) => void
  onPoint: (key: string) => void
}

const keyOf = (group: CommandGroup, command: Command) => `${group.id}-${command.id}`

const Group = ({ group, id, active, onRun, onPoint }: ListState & { group: CommandGroup }) => (
  <div role="group" aria-labelledby={`${id}-${group.id}`}>
    <div className="cp-title" id={`${id}-${group.id}`} role="presentation">
      {group.title}
    </div>
    {group.commands.map((command) => {
      const key = keyOf(group, command)
      return (
        <button
          key={key}
          type="button"
          role="option"
          tabIndex={-1}
          id={`${id}-${key}`}
          aria-selected={key === active}
          className="cp-item"
          onMouseMove={() => onPoint(key)}
          onClick={() => onRun(command)}
        >
          <CommandIcon {...command} />
          <span>{command.label}</span>
          {command.hint && <small>{command.hint}</small>}
          <CornerDownLeft size={14} className="cp-enter" aria-hidden="true" />
        </button>
      )
    })}
  </div>
)

/** Which command Enter runs: the one that was walked to, as long as it is there, else the first. */
const useWalk = (groups: readonly CommandGroup[]) => {
  const all = groups.flatMap((group) => group.commands.map((command) => ({ key: keyOf(group, command), command })))
  const [key, setKey] = useState<string>()
  const at = Math.max(
    0,
    all.findIndex((one) => one.key === key),
  )
  const press = (event: KeyboardEvent) => {
    const next = stepTo(event.key, { at, walked: key !== undefined }, all.length)
    if (!next) return
    event.preventDefault()
    setKey(all[next.at]?.key)
  }
  return { active: all[at], point: setKey, press, first: () => setKey(undefined) }
}

export const CommandPalette = ({ outside = false, onClose }: { outside?: boolean; onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const id = useId()
  const [text, setText] = useState(typedAhead)
  const { groups, busy, finds } = usePalette(text, outside)
  const [asked, ask] = useState<HubItem>()
  const { active, point, press, first } = useWalk(groups)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.key])
  const run = (command: Command) => {
    if (command.asks) return ask(command.asks)
    onClose()
    command.run()
  }
  const keys = (event: KeyboardEvent) => {
    press(event)
    if (event.key !== 'Enter' || !active) return
    event.preventDefault()
    run(active.command)
  }
  const nothing = groups.length === 0 && !busy
  if (asked)
    return (
      <Suspense>
        <Disclaimer app={asked} newTab={false} onClose={onClose} />
      </Suspense>
    )
  return (
    <Modal className="cp" aria-label={t('palette')} closable onEscape={onClose} onBeside={onClose}>
      <div className="cp-in">
        <div className="cp-search">
          <Search size={18} aria-hidden="true" />
          <input
            role="combobox"
            aria-expanded={groups.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active && `${id}-${active.key}`}
            aria-label={t('palette')}
            placeholder={finds ? t('palettePlaceholder') : t('palette')}
            value={text}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setText(target.value)
              first()
            }}
            onKeyDown={keys}
          />
          {busy && <i className="spin small" aria-hidden="true" />}
          <kbd aria-hidden="true">Esc</kbd>
        </div>
        <div
          className="cp-list"
          id={`${id}-list`}
          role="listbox"
          aria-label={t('palette')}
          ref={list}
          hidden={groups.length === 0}
        >
          {groups.map((group) => (
            <Group key={group.id} group={group} id={id} active={active?.key} onRun={run} onPoint={point} />
          ))}
        </div>
        <p className="cp-none" role="status">
          {nothing && t('paletteNothing', { text: text.trim() })}
        </p>
      </div>
    </Modal>
  )
}
