// Which roles somebody shall have at a tenant, chosen application by application and sent later, in a request: what the
// role editor saves at once stays here in the form (docs/ux.md, new-user wizard).
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApplicationWithRoles } from '#contract/application-access.ts'
import type { RoleEntry } from '#contract/role-entry.ts'
import { ApplicationChoice } from './application-choice.tsx'
import { useHalfRow, useOrder } from './application-list.tsx'
import { EditorBar, type View } from './role-editor-bar.tsx'
import { accessOf, hasAccess, isInherited, matches, type Visibility } from './rules.ts'
import './members.css'

export type SelectedRole = { readonly roleId: string; readonly applicationId: number }

export type RoleSelectionProps = {
  visibility: Visibility
  applications: readonly ApplicationWithRoles[]
  /** What comes from above, or through groups. */
  present: readonly RoleEntry[]
  chosen: readonly SelectedRole[]
  onChange: (chosen: readonly SelectedRole[]) => void
}

/** The roles that were chosen as entries, so that they are ordered and shown as given ones are. */
const entriesOf = ({ applications, present, chosen }: RoleSelectionProps): RoleEntry[] => {
  const inherited = present.filter(isInherited)
  const wanted = new Set(chosen.map(({ roleId }) => roleId))
  const own = applications.flatMap((application) =>
    application.roles
      .filter(({ id }) => wanted.has(id))
      .map(({ id, name }): RoleEntry => {
        const above = inherited.find(({ roleId }) => roleId === id)
        return {
          roleId: id,
          roleName: name,
          applicationId: application.id,
          applicationName: application.name,
          hierarchyType: above ? 'Both' : 'Own',
          inheritedFrom: above?.inheritedFrom ?? null,
          endsOn: null,
        }
      }),
  )
  const above = inherited
    .filter(({ roleId }) => !wanted.has(roleId))
    .map((role): RoleEntry => ({ ...role, hierarchyType: 'ByHierarchy' }))
  return [...own, ...above]
}

export const RoleSelection = (props: RoleSelectionProps) => {
  const { t } = useTranslation('members')
  const [typed, type] = useState('')
  const [view, show] = useState<View>('all')
  const list = useRef<HTMLUListElement>(null)
  const { applications, visibility, chosen, onChange } = props
  const all = useOrder(accessOf(applications, entriesOf(props), { portal: false, visibility }))
  const assigned = all.filter(hasAccess)
  const shown = (view === 'assigned' ? assigned : all).filter((access) => matches(access, typed))
  useHalfRow(list, shown.length)
  const drop = (ids: readonly string[]) => onChange(chosen.filter(({ roleId }) => !ids.includes(roleId)))
  const clear = () => {
    type('')
    show('all')
  }
  return (
    <>
      <EditorBar bar={{ typed, type, view, show, counts: { all: all.length, assigned: assigned.length } }} />
      {shown.length > 0 && (
        <ul className="rl" ref={list} aria-label={t('applications')}>
          {shown.map((access) => (
            <ApplicationChoice
              key={access.application.id}
              access={access}
              drop={drop}
              choose={(ids) =>
                onChange([...chosen, ...ids.map((roleId) => ({ roleId, applicationId: access.application.id }))])
              }
            />
          ))}
        </ul>
      )}
      {shown.length === 0 && (
        <div className="rl ed-none" role="status">
          <b>{t(all.length === 0 ? 'nothingToGive' : 'table:nothingMatches')}</b>
          {all.length > 0 && (
            <button type="button" className="b" onClick={clear}>
              {t('table:clearAll')}
            </button>
          )}
        </div>
      )}
    </>
  )
}
