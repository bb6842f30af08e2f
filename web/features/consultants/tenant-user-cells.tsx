// What the list of a tenant's people shows of one of them (R2.6-17 … R2.6-21).
import { CircleCheck, Hourglass, Lock, Mail, PenLine } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { consultants, type TenantUser } from '#contract/consultants.ts'
import { showNotice } from '#web/lib/notices.ts'
import { reasonText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'
import { tip } from '#web/ui/tip.tsx'

export const Name = ({ user: { displayName, email } }: { user: TenantUser }) => (
  <span className="tu-name">
    <Avatar email={email} name={displayName} size={30} soft />
    <b>{displayName}</b>
  </span>
)

/** What is longer than its column goes on after a sign between its parts, rather than within one. */
export const Words = ({ text }: { text: string | null }) => (
  <span className="tu-words">
    {text?.split(text.includes('@') ? /(?<=@)/ : /(?<=\.)/).map((part, at) => (
      // The parts of one text: their place is what they are.
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </span>
)

/** R2.6-18: nobody signs in with it. */
export const UserName = ({ user: { userName, locked, draft } }: { user: TenantUser }) => {
  const { t } = useTranslation('consultants')
  if (!locked && !draft) return <Words text={userName} />
  const state = t(draft ? 'draftUser' : 'lockedUser')
  return (
    <span className="tu-gone" {...tip(state)}>
      {draft && <Lock size={13} aria-hidden="true" />}
      <s>{userName}</s>
      <span className="sr">, {state}</span>
    </span>
  )
}

/** R2.6-19 */
const mostTags = 10

export const Departments = ({ user: { teams } }: { user: TenantUser }) => {
  const more = teams.slice(mostTags)
  if (teams.length === 0) return null
  return (
    <span className="tu-tags">
      {teams.slice(0, mostTags).map((team) => (
        <span key={team} className="tag">
          {team}
        </span>
      ))}
      {more.length > 0 && (
        <span className="tag c" {...tip(more.join(', '))}>
          +{more.length}
        </span>
      )}
    </span>
  )
}

/** R2.6-21 */
export const AccessState = ({ user: { status } }: { user: TenantUser }) => {
  const { t } = useTranslation('consultants')
  const waits = status === 'Waiting'
  const Icon = waits ? Hourglass : CircleCheck
  return (
    <span className={`st ${waits ? 'warn' : 'ok'}`}>
      <Icon size={14} aria-hidden="true" />
      {t(waits ? 'waiting' : 'applied')}
    </span>
  )
}

/** R2.6-20: not for drafts; R8.3-05, R8.4-02. */
export const Invite = ({ user, tenantId }: { user: TenantUser; tenantId: string }) => {
  const { t } = useTranslation('consultants')
  const { mutateAsync } = useWrite(consultants.invite)
  const [busy, setBusy] = useState(false)
  if (user.draft) return null
  const send = async () => {
    setBusy(true)
    await mutateAsync({ params: { tenantId, id: user.id } }).then(
      () => showNotice({ kind: 'success', title: t('users:invitationSent') }),
      (error: unknown) => showNotice({ kind: 'error', title: t('users:invitationFailed'), text: reasonText(error) }),
    )
    setBusy(false)
  }
  return (
    <ReasonedButton
      className="ic"
      reason={user.canInvite ? undefined : t('notInvited')}
      aria-label={t('inviteOne', { name: user.displayName })}
      data-tip={t('users:sendInvitation')}
      aria-busy={busy}
      onClick={() => busy || void send()}
    >
      <Mail size={17} aria-hidden="true" />
    </ReasonedButton>
  )
}

export const EditPermissions = ({
  user,
  reason,
  onEdit,
}: {
  user: TenantUser
  reason: string | undefined
  onEdit: () => void
}) => {
  const { t } = useTranslation('consultants')
  return (
    <ReasonedButton
      className="ic"
      reason={reason}
      aria-label={t('editPermissionsOf', { name: user.displayName })}
      data-tip={t('editPermissions')}
      onClick={onEdit}
    >
      <PenLine size={17} aria-hidden="true" />
    </ReasonedButton>
  )
}
