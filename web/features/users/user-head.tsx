// Who it is, in three lines, and what is done with the account as a whole (docs/ux.md, other screens, note 2).
import {
  Ellipsis,
  Eye,
  KeyRound,
  Lock,
  LockOpen,
  Mail,
  SmartphoneNfc,
  Trash2,
  UserCheck,
  UserRoundCog,
  UsersRound,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { useParts } from '#web/lib/parts.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'
import { CopyEmail } from './copy-email.tsx'
import { useWithheldMail } from './withheld-mail.ts'
import { nameOf } from './name.ts'
import { Restricted, Status, useIsOwn, verbFor } from './status.tsx'
import { useInvite } from './use-invite.ts'
import { useImpersonation } from './use-impersonation.ts'

export type OpenUserDialog =
  | 'password'
  | 'group'
  | 'invite'
  | 'places'
  | 'place'
  | 'state'
  | 'remove'
  | 'act'
  | 'authenticators'
  | undefined
type Props = { user: User; open: (opened: OpenUserDialog) => void }

const stateIcons = {
  lock: <Lock size={16} aria-hidden="true" />,
  unlock: <LockOpen size={16} aria-hidden="true" />,
  undraft: <UserCheck size={16} aria-hidden="true" />,
}

const More = ({ user, open }: Props) => {
  const { t } = useTranslation('users')
  const { takeOver } = useWithheldMail()
  const withheld = takeOver(user)
  const fixedReason = useIsOwn()(user) ? t('notOneself') : withheld
  const impersonation = useImpersonation(user)
  const { seeAs } = useParts()
  return (
    <Menu
      label={t('moreFor', { name: nameOf(user) })}
      className="b ic-b"
      trigger={<Ellipsis size={17} aria-hidden="true" />}
      items={[
        {
          id: 'group',
          label: t('addToGroup'),
          icon: <UsersRound size={16} />,
          run: () => open('group'),
          ...(user.draft && { disabled: true, hint: t('pendingApproval') }),
        },
        ...(seeAs
          ? [
              {
                id: 'see',
                label: t('seeAs'),
                icon: <Eye size={16} />,
                run: () => seeAs({ id: user.id, displayName: nameOf(user) }),
              },
            ]
          : []),
        ...(user.hasAuthenticators
          ? [
              {
                id: 'authenticators',
                label: t('resetAuthenticators'),
                icon: <SmartphoneNfc size={16} />,
                run: () => open('authenticators'),
                ...(withheld && { disabled: true, hint: withheld }),
              },
            ]
          : []),
        ...(impersonation
          ? [
              {
                id: 'act',
                label: t('lookAs'),
                icon: <UserRoundCog size={16} />,
                run: () => open('act'),
                ...(impersonation.whyNot && { disabled: true, hint: impersonation.whyNot }),
              },
            ]
          : []),
        {
          id: 'remove',
          label: t('deleteUser'),
          icon: <Trash2 size={16} />,
          danger: true,
          divided: true,
          run: () => open('remove'),
          ...(fixedReason && { disabled: true, hint: fixedReason }),
        },
      ]}
    />
  )
}

const Actions = ({ user, open }: Props) => {
  const { t } = useTranslation('users')
  const invite = useInvite()
  const verb = verbFor(user)
  const isOwn = useIsOwn()(user)
  const { touch, takeOver } = useWithheldMail()
  const whyNotInvited = touch(user) ?? (user.draft ? t('pendingApproval') : undefined)
  const whyNotState = verb === 'lock' && isOwn ? t('notOneselfLock') : touch(user)
  return (
    <div className="et-actions">
      <ReasonedButton className="b" reason={whyNotInvited} onClick={() => void invite(user)}>
        <Mail size={16} aria-hidden="true" />
        {t('sendInvitation')}
      </ReasonedButton>
      <ReasonedButton className="b" reason={takeOver(user)} onClick={() => open('password')}>
        <KeyRound size={16} aria-hidden="true" />
        {t('changePassword')}
      </ReasonedButton>
      <ReasonedButton
        className={`b${verb === 'lock' ? ' danger' : ''}`}
        reason={whyNotState}
        onClick={() => open('state')}
      >
        {stateIcons[verb]}
        {t(`${verb}User`)}
      </ReasonedButton>
      <More user={user} open={open} />
    </div>
  )
}

export const UserHead = ({ user, open }: Props) => (
  <div className="user-head">
    <Avatar email={user.email} name={nameOf(user)} size={76} soft />
    <div className="user-title">
      <div className="h1-line">
        <h1>{nameOf(user)}</h1>
        <Status user={user} />
        {user.validateScopes && <Restricted />}
      </div>
      <p className="mut">
        <span>{user.userName}</span> · <CopyEmail email={user.email} />
      </p>
      <p className="user-tags">
        <span className="tag c">{user.areaName}</span>
        {user.teams.slice(0, 10).map((team) => (
          <span key={team} className="tag">
            {team}
          </span>
        ))}
      </p>
    </div>
    <Actions user={user} open={open} />
  </div>
)
