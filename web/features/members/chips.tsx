// One language for roles everywhere: own is solid, inherited is dashed with a lock and names its source in the editor
// (docs/ux.md, notes on tenants and access).
import { ArrowDownToDot, Layers2, Lock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HierarchyType, RoleEntry } from '#contract/role-entry.ts'
import { formatDate } from '#web/lib/format.ts'
import { daysUntil } from '#web/lib/relative-time.ts'
import { announced, isInherited } from './rules.ts'
import { tip } from '#web/ui/tip.tsx'

/** What is over soon is told in days. */
export const useEnd = () => {
  const { t } = useTranslation('members')
  return ({ endsOn }: Pick<RoleEntry, 'endsOn'>) => {
    if (!endsOn) return undefined
    const days = daysUntil(endsOn)
    return {
      soon: days <= announced,
      text: days <= announced ? t('endsIn', { count: Math.max(0, days) }) : t('until', { date: formatDate(endsOn) }),
      exact: t('until', { date: formatDate(endsOn) }),
    }
  }
}

const useAlso = (role: RoleEntry) => {
  const { t } = useTranslation('members')
  return isInherited(role) && role.inheritedFrom ? t('alsoFrom', { tenant: role.inheritedFrom.tenantName }) : undefined
}

/** Given here; with layers, where it comes down from above as well and no chip beside it says so. */
export const OwnChip = ({ role, children }: { role: RoleEntry; children?: ReactNode }) => {
  const end = useEnd()(role)
  const also = useAlso(role)
  return (
    <span
      className={`rc own${end?.soon ? ' ends' : ''}`}
      {...tip([also, end?.exact].filter(Boolean).join(' · ') || undefined)}
    >
      {also && !children && <Layers2 size={12} role="img" aria-label={also} />}
      {children ?? (
        <>
          <span className="rc-text">{role.roleName}</span>
          {end && <em>{end.text}</em>}
        </>
      )}
    </span>
  )
}

/** Given elsewhere: changed only there. */
export const InheritedChip = ({ role, source = false }: { role: RoleEntry; source?: boolean }) => {
  const { t } = useTranslation('members')
  const tenant = role.inheritedFrom?.tenantName
  const words = tenant ? t('inheritedFrom', { tenant }) : t('byHierarchy')
  return (
    <span className="rc inh" {...tip(words)}>
      <Lock size={11} strokeWidth={2.2} role="img" aria-label={words} />
      <span className="rc-text">{role.roleName}</span>
      {source && tenant && <em>{tenant}</em>}
    </span>
  )
}

const looks = { Own: ['own', MapPin], ByHierarchy: ['inh', ArrowDownToDot], Both: ['both', Layers2] } as const

/** The way somebody has something here: icon and word, never the icon alone. */
export const TypeWord = ({ type }: { type: HierarchyType }) => {
  const { t } = useTranslation('members')
  const [name, Icon] = looks[type]
  return (
    <span className={`ty ${name}`}>
      <Icon size={15} aria-hidden="true" />
      {t(`type${type}`)}
    </span>
  )
}
