// One application whose roles are chosen in a form: its chips, its picker and its switch.
import { ChevronDown, Plus, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { AccessSwitch } from './access-switch.tsx'
import { InheritedChip } from './chips.tsx'
import { RolePicker } from './role-picker.tsx'
import { type Access, hasAccess, passedDown } from './rules.ts'
import { labelled } from '#web/lib/labelled.ts'

type Row = { access: Access; choose: (ids: readonly string[]) => void; drop: (ids: readonly string[]) => void }

/** Anyone who took a role away, whose button is gone with it, goes on at the switch. */
const useFocusKept = (toggle: RefObject<HTMLInputElement | null>, count: number) => {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && !document.activeElement?.closest('.rr')) toggle.current?.focus()
    before.current = count
  }, [count, toggle])
}

const Chips = ({ access, choose, drop, choosing, onClosed }: Row & { choosing: boolean; onClosed: () => void }) => {
  const { t } = useTranslation('members')
  const { displayName } = access.application
  const adding = t(choosing ? 'chooseRoles' : 'addRole')
  const open = access.choices.some(({ byHierarchy }) => !byHierarchy)
  return (
    <div className="rcs">
      {access.own.map(({ roleId, roleName }) => (
        <span key={roleId} className="rc own">
          <span className="rc-text">{roleName}</span>
          <button
            type="button"
            className="rc-x"
            aria-label={t('removeRole', { role: roleName })}
            data-tip={t('removeRole', { role: roleName })}
            onClick={() => drop([roleId])}
          >
            <X size={13} />
          </button>
        </span>
      ))}
      {passedDown(access).map((role) => (
        <InheritedChip key={role.roleId} role={role} source />
      ))}
      {(choosing || (hasAccess(access) && open)) && (
        <RolePicker
          key={String(choosing)}
          access={access}
          opened={choosing}
          className={choosing ? 'b sm choosing' : 'b sm dash'}
          label={labelled(adding, displayName)}
          trigger={
            <>
              <Plus size={14} aria-hidden="true" />
              {adding}
              {choosing && <ChevronDown size={14} aria-hidden="true" />}
            </>
          }
          onClosed={onClosed}
          onGive={(choices) => choose(choices.map(({ id }) => id))}
        />
      )}
    </div>
  )
}

const useSummary = ({ own, ...access }: Access, choosing: boolean) => {
  const { t } = useTranslation('members')
  const inherited = passedDown({ own, ...access }).length
  if (own.length + inherited === 0) return t(choosing ? 'chooseRole' : 'noAccess')
  return [
    own.length > 0 && t('roleCount', { count: own.length }),
    inherited > 0 && t('inheritedCount', { count: inherited }),
  ]
    .filter(Boolean)
    .join(', ')
}

export const ApplicationChoice = ({ access, choose, drop }: Row) => {
  const { t } = useTranslation('members')
  const [choosing, setChoosing] = useState(false)
  const toggle = useRef<HTMLInputElement>(null)
  const { application, own, choices } = access
  useFocusKept(toggle, own.length)
  const assigned = hasAccess(access)
  const summary = useSummary(access, choosing)
  const nothing = own.length === 0 && !choices.some(({ byHierarchy }) => !byHierarchy)
  const press = (on: boolean) => {
    if (on) setChoosing(true)
    else if (choosing) setChoosing(false)
    else drop(own.map(({ roleId }) => roleId))
  }
  const closed = () => {
    if (!choosing) return
    setChoosing(false)
    toggle.current?.focus()
  }
  return (
    <li className={`rr${assigned || choosing ? '' : ' off'}`}>
      <AppIcon app={{ id: application.id, title: application.displayName }} size={34} muted={!assigned && !choosing} />
      <div className="rr-name">
        <b data-tip={application.displayName}>{application.displayName}</b>
        <small>{summary}</small>
      </div>
      <Chips access={access} choose={choose} drop={drop} choosing={choosing} onClosed={closed} />
      <AccessSwitch
        toggle={toggle}
        application={application}
        on={assigned || choosing}
        choosing={choosing}
        disabled={nothing || (assigned && own.length === 0 && !choosing)}
        reason={nothing ? t('nothingToGive') : undefined}
        onPress={press}
      />
    </li>
  )
}
