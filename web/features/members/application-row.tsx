// One application in the editor: what is given of it, and its switch.
import { ChevronDown, Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AccessSwitch } from './access-switch.tsx'
import { InheritedChip } from './chips.tsx'
import { OwnRole } from './own-role.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { RolePicker } from './role-picker.tsx'
import { type Access, type Choice, hasAccess, passedDown } from './rules.ts'
import type { Editing } from './use-editing.ts'
import { WhyRole } from './why-role.tsx'
import { labelled } from '#web/lib/labelled.ts'

/** Given at once, and taken back within 5 s (docs/ux.md, rule 18). */
const useGiving = ({ application }: Access, { roles, say, failed }: Editing) => {
  const { t } = useTranslation('members')
  return async (choices: readonly Choice[]) => {
    const ids = choices.map(({ id }) => id)
    try {
      await roles.give(ids)
      say({
        kind: 'done',
        text: t('given', { application: application.displayName, roles: choices.map(({ name }) => name).join(', ') }),
        undo: () => void roles.take(ids).then(() => say({ kind: 'done', text: t('table:undone') }), failed),
      })
    } catch (error) {
      failed(error)
    }
  }
}

const useSummary = (access: Access, { choosing, reason }: { choosing: boolean; reason: string | undefined }) => {
  const { t } = useTranslation('members')
  const [own, inherited] = [access.own.length, passedDown(access).length]
  if (own + inherited === 0) return choosing ? t('chooseRole') : (reason ?? t('noAccess'))
  return [own > 0 && t('ownCount', { count: own }), inherited > 0 && t('inheritedCount', { count: inherited })]
    .filter(Boolean)
    .join(', ')
}

/** Anyone who took a role away, whose button is gone with it, goes on at the switch. */
const useFocusKept = (toggle: RefObject<HTMLInputElement | null>, { own }: Access) => {
  const count = useRef(own.length)
  useEffect(() => {
    if (own.length < count.current && document.activeElement === document.body) toggle.current?.focus()
    count.current = own.length
  }, [own.length, toggle])
}

type Props = { access: Access; editing: Editing }

const Chips = ({ access, editing, choosing, onClosed }: Props & { choosing: boolean; onClosed: () => void }) => {
  const { t } = useTranslation('members')
  const give = useGiving(access, editing)
  const { displayName } = access.application
  return (
    <div className="rcs">
      {access.own.map((role) => (
        <span key={role.roleId} className="rc-why">
          <OwnRole role={role} editing={editing} />
          <WhyRole role={role} editing={editing} />
        </span>
      ))}
      {passedDown(access).map((role) => (
        <span key={role.roleId} className="rc-why">
          <InheritedChip role={role} source />
          {!access.own.includes(role) && <WhyRole role={role} editing={editing} />}
        </span>
      ))}
      {choosing && (
        <RolePicker
          access={access}
          opened
          className="b sm choosing"
          label={labelled(t('chooseRoles'), displayName)}
          trigger={
            <>
              <Plus size={14} aria-hidden="true" />
              {t('chooseRoles')}
              <ChevronDown size={14} aria-hidden="true" />
            </>
          }
          onClosed={onClosed}
          onGive={(choices) => void give(choices)}
        />
      )}
      {!choosing && hasAccess(access) && !editing.whyNotGiven(access) && (
        <RolePicker
          access={access}
          className="b sm dash"
          label={labelled(t('addRole'), displayName)}
          trigger={
            <>
              <Plus size={14} aria-hidden="true" />
              {t('addRole')}
            </>
          }
          onGive={(choices) => void give(choices)}
        />
      )}
    </div>
  )
}

export const ApplicationRow = ({ access, editing }: Props) => {
  const [choosing, choose] = useState(false)
  const [revoking, revoke] = useState(false)
  const toggle = useRef<HTMLInputElement>(null)
  const { application } = access
  useFocusKept(toggle, access)
  const assigned = hasAccess(access)
  const reason = assigned ? editing.fixed : editing.whyNotGiven(access)
  const summary = useSummary(access, { choosing, reason: editing.fixed ? undefined : reason })
  const press = (on: boolean) => {
    if (editing.roles.busy) return
    if (choosing) choose(false)
    else if (on) choose(true)
    else revoke(true)
  }
  const closed = () => {
    choose(false)
    toggle.current?.focus()
  }
  return (
    <li className={`rr${assigned || choosing ? '' : ' off'}`}>
      <AppIcon app={{ id: application.id, title: application.displayName }} size={34} muted={!assigned && !choosing} />
      <div className="rr-name">
        <b data-tip={application.displayName}>{application.displayName}</b>
        <small>{summary}</small>
      </div>
      <Chips access={access} editing={editing} choosing={choosing} onClosed={closed} />
      <AccessSwitch
        toggle={toggle}
        application={application}
        on={assigned || choosing}
        choosing={choosing}
        disabled={reason !== undefined}
        reason={reason}
        onPress={press}
      />
      {revoking && <RevokeDialog access={access} editing={editing} onClose={() => revoke(false)} />}
    </li>
  )
}
