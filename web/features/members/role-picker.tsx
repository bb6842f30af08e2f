// Which roles of an application are given: boxes under a button. What only comes from above says so (A-78, R6-19).
import { Lock } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { AppIcon } from '#web/ui/app-icon.tsx'
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

/** What the role is for, or why it is not to be picked; what does not fit on the line is in its title. */
const Option = ({
  choice,
  reason,
  checked,
  onChange,
}: {
  choice: Choice
  reason: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}) => {
  const id = useId()
  const words = reason ?? choice.description
  return (
    <label
      className={`opt${checked ? ' on' : ''}${reason ? ' dis' : ''}`}
      data-tip={[reason, choice.description].filter(Boolean).join(' · ') || undefined}
    >
      <input
        type="checkbox"
        aria-labelledby={id}
        aria-describedby={words ? `${id}-said` : undefined}
        checked={checked}
        disabled={reason !== undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        <b id={id}>{choice.name}</b>
        {words && (
          <small id={`${id}-said`} className={reason ? undefined : 'what'}>
            {words}
          </small>
        )}
      </span>
      {reason && <Lock size={14} aria-hidden="true" />}
    </label>
  )
}

const Panel = ({ access, close, onGive }: { access: Access; close: () => void; onGive: Props['onGive'] }) => {
  const { t } = useTranslation('members')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const reasonFor = useReason(access)
  const { id, displayName } = access.application
  const toggle = (role: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, role] : [...before].filter((one) => one !== role)))
  const give = () => {
    close()
    onGive(access.choices.filter((choice) => chosen.has(choice.id)))
  }
  return (
    <div className="role-panel">
      <div className="role-head">
        <AppIcon app={{ id, title: displayName }} size={20} />
        <span>{t('rolesOf', { application: displayName })}</span>
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <div className="opts">
        {access.choices.map((choice) => (
          <Option
            key={choice.id}
            choice={choice}
            reason={reasonFor(choice)}
            checked={chosen.has(choice.id)}
            onChange={(on) => toggle(choice.id, on)}
          />
        ))}
      </div>
      <div className="role-foot">
        <span role="status">{t('chosen', { count: chosen.size })}</span>
        <span className="sp" />
        <button type="button" className="b sm" onClick={close}>
          {t('shell:cancel')}
        </button>
        <Button className="b sm pri" off={chosen.size === 0} onClick={give}>
          {t('addRoles', { count: chosen.size })}
        </Button>
      </div>
    </div>
  )
}

export const RolePicker = ({ access, onGive, ...button }: Props) => (
  <Popover
    {...button}
    kind="dialog"
    align="start"
    panel={(close) => <Panel access={access} close={close} onGive={onGive} />}
  />
)
