// For somebody who lost the telephone: what they sign in with besides the password is taken away.
import { useTranslation } from 'react-i18next'
import { type UserItem, users } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { nameOf } from './name.ts'

type Props = { user: Pick<UserItem, 'id' | 'firstName' | 'lastName' | 'userName'>; onClose: () => void }

export const ResetAuthenticators = ({ user, onClose }: Props) => {
  const { t } = useTranslation('users')
  const reset = useWrite(users.resetAuthenticators)
  const run = async () => {
    await reset.mutateAsync({ params: { id: user.id } })
    showNotice({ kind: 'success', title: t('authenticatorsReset', { name: nameOf(user) }) })
  }
  return (
    <Confirm
      title={t('resetAuthenticatorsTitle', { name: nameOf(user) })}
      body={t('resetAuthenticatorsText')}
      ok={t('resetAuthenticatorsOk')}
      keep={t('table:keep')}
      danger
      run={run}
      onClose={onClose}
    />
  )
}
