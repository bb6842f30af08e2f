// A user or a group in two lines: anyone who may not sign in is crossed out, and says so.
import { Bot, FilePenLine, Lock, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Identity } from '#contract/permissions.ts'
import { under } from '#web/lib/base.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { tip } from '#web/ui/tip.tsx'

export const pageOf = ({ id }: Pick<Identity, 'id'>) => under(`admin/permissions/${id}`)

type Person = Pick<Identity, 'displayName' | 'email'>

export const Mark = ({ identity: { displayName, email }, size }: { identity: Person; size: number }) =>
  email === null ? (
    <span className="pm-mark" style={{ width: size, height: size }} aria-hidden="true">
      <UsersRound size={size / 2} strokeWidth={1.9} />
    </span>
  ) : (
    <Avatar email={email} name={displayName} size={size} soft />
  )

export const StateTag = ({ of: { locked, draft } }: { of: { locked: boolean; draft: boolean } }) => {
  const { t } = useTranslation('permissions')
  if (locked)
    return (
      <span className="st lock">
        <Lock size={13} aria-hidden="true" />
        {t('locked')}
      </span>
    )
  return (
    draft && (
      <span className="st">
        <FilePenLine size={13} aria-hidden="true" />
        {t('draft')}
      </span>
    )
  )
}

const Automated = () => {
  const { t } = useTranslation('permissions')
  return (
    <span className="tag c" {...tip(t('automatedHint'))}>
      <Bot size={14} aria-hidden="true" />
      {t('automated')}
    </span>
  )
}

export const IdentityCell = ({ identity }: { identity: Identity }) => (
  <span className="pm-who">
    <Mark identity={identity} size={32} />
    <span>
      <span className="pm-line">
        <AppLink href={pageOf(identity)} className={identity.locked || identity.draft ? 'gone' : undefined}>
          {identity.displayName}
        </AppLink>
        <StateTag of={identity} />
        {identity.automated && <Automated />}
      </span>
      {identity.userName && <small>{identity.userName}</small>}
    </span>
  </span>
)
