// Asked where the invitation was not pressed for on the page itself (rule 18).
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { nameOf } from './name.ts'
import { useInvite } from './use-invite.ts'

export const InviteQuestion = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { t } = useTranslation('users')
  const invite = useInvite()
  return (
    <Confirm
      title={t('inviteTitle', { name: nameOf(user) })}
      body={t('inviteBody', { email: user.email })}
      ok={t('sendInvitation')}
      run={() => invite(user)}
      onClose={onClose}
    />
  )
}
