// Which roles of an application are given: boxes under a button. What only comes from above says so (A-78, R6-19).
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '#web/ui/popover.tsx'
import type { Access, Choice } from './rules.ts'

type Props = {
  access: Access
  /** Of the button. */
  label: string
  className: string
  trigger: ReactNode
  opened?: boolean
  onClosed?: () => void
  onGive: (choices: readonly Choice[]) => void
}

const useReason = ({ inherited }: Access) => {
  const { t } = useTranslation('members')
  return ({ id, byHierarchy }: Choice) => {
    const from = inherited.find(({ roleId }) => roleId === id)?.inheritedFrom
    if (from) return t('inheritedFrom', { tenant: from.tenantName })
    return byHierarchy ? t('onlyByHierarchy') : undefined
  }
}

const Option = ({ choice, reason, checked, onChange }: { choice: Choice; reason: string | undefined; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className={`opt${checked ? ' on' : ''}${reason ? ' dis' : ''}`}>
    <input type="checkbox" checked={checked} disabled={reason !== undefined} onChange={({ target }) => onChange(target.checked)} />
    <span><b>{choice.name}</b>{reason && <small>{reason}</small>}</span>
    {reason && <Lock size={14} aria-hidden="true" />}
  </label>
)

const Panel = ({ access, close, onGive }: { access: Access; close: () => void; onGive: Props['onGive'] }) => {
  const { t } = useTranslation('members')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const reasonFor = useReason(access)
  const toggle = (id: string, on: boolean) => setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
  const give = () => {
    close()
    onGive(access.choices.filter(({ id }) => chosen.has(id)))
  }
  return (
    <div className="role-panel">
      <div className="role-head"><span>{t('rolesOf', { application: access.application.displayName })}</span><kbd aria-hidden="true">Esc</kbd></div>
      <div className="opts">{access.choices.map((choice) => <Option key={choice.id} choice={choice} reason={reasonFor(choice)} checked={chosen.has(choice.id)} onChange={(on) => toggle(choice.id, on)} />)}</div>
      <div className="role-foot">
        <span role="status">{t('chosen', { count: chosen.size })}</span>
        <span className="sp" />
        <button type="button" className="b sm" onClick={close}>{t('shell:cancel')}</button>
        <button type="button" className="b sm pri" disabled={chosen.size === 0} onClick={give}>{t('addRoles', { count: chosen.size })}</button>
      </div>
    </div>
  )
}

/** The first box, or what there is instead. */
const focusFirst = (panel: HTMLElement) => panel.querySelector<HTMLElement>('input:not(:disabled),button')?.focus()

export const RolePicker = ({ access, onGive, ...button }: Props) => (
  <Popover {...button} kind="dialog" align="start" onOpened={focusFirst} panel={(close) => <Panel access={access} close={close} onGive={onGive} />} />
)
