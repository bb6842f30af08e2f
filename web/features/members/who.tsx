// A user or a group in two lines, as the list and the editor show them.
import { UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/members.ts'
import { under } from '#web/lib/base.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { AccountPill } from '#web/ui/account-pill.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { tip } from '#web/ui/tip.tsx'

type IdentityLabel = { identityType: Member['identityType']; displayName: string; email?: string | null }

export const Portrait = ({ who: { identityType, displayName, email }, size }: { who: IdentityLabel; size: number }) =>
  identityType === 'Group' ? (
    <span className="group-mark" style={{ width: size, height: size }} aria-hidden="true">
      <UsersRound size={Math.round(size * 0.53)} strokeWidth={1.9} />
    </span>
  ) : (
    <Avatar email={email ?? ''} name={displayName} size={size} soft />
  )

const useSecondLine = () => {
  const { t } = useTranslation('members')
  return ({ identityType, userName, email, memberCount }: Member) => {
    if (identityType === 'Unknown') return t('unknown')
    if (identityType === 'User') return userName ?? email ?? ''
    return memberCount === null ? t('groupOfSystem') : t('groupOf', { count: memberCount })
  }
}

const pages = { User: 'users', Group: 'groups', Unknown: undefined } as const

export const Who = ({ member }: { member: Member }) => {
  const { t } = useTranslation('members')
  const line = useSecondLine()(member)
  const page = pages[member.identityType]
  const name = <b className={member.locked ? 'gone' : undefined}>{member.displayName}</b>
  return (
    <span className="cell-two who">
      <Portrait who={member} size={32} />
      <span>
        {page ? <AppLink href={under(`admin/${page}/${member.identityId}`)}>{name}</AppLink> : name}
        <span className="who-line">
          <small>{line}</small>
          {member.external && (
            <span {...tip(t('externalHint'))}>
              <AccountPill look="external">{t('external')}</AccountPill>
            </span>
          )}
          {member.locked && (
            <span {...tip(t('lockedHint'))}>
              <AccountPill look="lockedPermanently">{t('locked')}</AccountPill>
            </span>
          )}
        </span>
      </span>
    </span>
  )
}
