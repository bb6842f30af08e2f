// A role that was given here: closed after a question (R4.8-05), and with a day from which it is over.
import { CalendarClock, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleEntry } from '#contract/role-entry.ts'
import { Button } from '#web/ui/button.tsx'
import { DayInput } from '#web/ui/day-input.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { OwnChip, useEnd } from './chips.tsx'
import { beginningOf, dayOf, isInherited, standing } from './rules.ts'
import { PreviewFirst } from './preview-first.tsx'
import { type Editing, rowChange } from './use-editing.ts'
import { tip } from '#web/ui/tip.tsx'

/** The day after this one: what is over already is removed instead. */
const tomorrow = () => dayOf(new Date(Date.now() + 86_400_000).toISOString())

const EndPanel = ({ role, editing, close }: { role: RoleEntry; editing: Editing; close: () => void }) => {
  const { t } = useTranslation('members')
  const id = useId()
  const [day, setDay] = useState(role.endsOn ? dayOf(role.endsOn) : '')
  const wrong = day !== '' && day < tomorrow()
  const save = (to: string | undefined) => {
    close()
    void editing.roles.end(role.roleId, to && beginningOf(to)).catch(editing.failed)
  }
  return (
    <form
      className="end-panel"
      onSubmit={(event) => {
        event.preventDefault()
        if (day && !wrong) save(day)
      }}
    >
      <label htmlFor={id}>{t('endsOn')}</label>
      <DayInput
        id={id}
        label={t('endsOn')}
        min={tomorrow()}
        value={day}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-said`}
        onChange={setDay}
      />
      <small id={`${id}-said`} className={wrong ? 'wrong' : undefined}>
        {t(wrong ? 'endTooEarly' : 'endHint')}
      </small>
      <div className="end-foot">
        {role.endsOn && (
          <button type="button" className="b sm tx" onClick={() => save(undefined)}>
            {t('clearEnd')}
          </button>
        )}
        <span className="sp" />
        <Button type="submit" className="b sm pri" off={!day || wrong}>
          {t('saveEnd')}
        </Button>
      </div>
    </form>
  )
}

const focusDate = (panel: HTMLElement) => panel.querySelector('input')?.focus()

/** The name of the role is the button of its end. */
const EndMenu = ({ role, editing }: { role: RoleEntry; editing: Editing }) => {
  const { t } = useTranslation('members')
  const end = useEnd()(role)
  const label = t('endOf', { role: [role.roleName, end?.text].filter(Boolean).join(' ') })
  return (
    <Popover
      kind="dialog"
      align="start"
      className="rc-name"
      label={label}
      onOpened={focusDate}
      trigger={
        <>
          <span className="rc-text">{role.roleName}</span>
          {end ? (
            <>
              {' '}
              <em>{end.text}</em>
            </>
          ) : (
            <CalendarClock className="rc-hint" size={13} aria-hidden="true" />
          )}
        </>
      }
      panel={(close) => <EndPanel role={role} editing={editing} close={close} />}
    />
  )
}

const Revoking = ({ role, editing, onClose }: { role: RoleEntry; editing: Editing; onClose: () => void }) => {
  const { t } = useTranslation('members')
  const { identity, tenant, roles } = editing
  const stays = isInherited(role) && role.inheritedFrom
  const about = { name: identity.displayName, role: role.roleName, tenant: tenant.title }
  const body = stays
    ? t('roleStays', { ...about, source: stays.tenantName })
    : t(roles.passesDown ? 'roleGoneBelow' : 'roleGone', about)
  const remaining = standing((roles.read.data?.roles ?? []).filter(({ roleId }) => roleId !== role.roleId))
  const change = rowChange(editing, { ...remaining, isInheritable: roles.passesDown })
  return (
    <PreviewFirst
      change={change}
      title={t('revokeQuestion')}
      body={body}
      ok={t('revokeRole')}
      keep={t('keepAccess')}
      run={(seen) => roles.take([role.roleId], seen)}
      onClose={onClose}
    />
  )
}

export const OwnRole = ({ role, editing }: { role: RoleEntry; editing: Editing }) => {
  const { t } = useTranslation('members')
  const [asking, ask] = useState(false)
  const reason = editing.whyKept(role)
  if (reason)
    return (
      <span {...tip(reason)}>
        <OwnChip role={role} />
      </span>
    )
  return (
    <OwnChip role={role}>
      <EndMenu role={role} editing={editing} />
      <button
        type="button"
        className="rc-x"
        aria-label={t('removeRole', { role: role.roleName })}
        data-tip={t('removeRole', { role: role.roleName })}
        onClick={() => editing.roles.busy || ask(true)}
      >
        <X size={13} />
      </button>
      {asking && <Revoking role={role} editing={editing} onClose={() => ask(false)} />}
    </OwnChip>
  )
}
