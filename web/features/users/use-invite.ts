// R8.3-05, R8.4-02: the invitation, and what is said of it.
import { useTranslation } from 'react-i18next'
import { users } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { reasonText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'

export const useInvite = () => {
  const { t } = useTranslation('users')
  const { mutateAsync } = useWrite(users.invite)
  return ({ id }: { id: string }) =>
    mutateAsync({ params: { id } }).then(
      () => showNotice({ kind: 'success', title: t('invitationSent') }),
      (error: unknown) => showNotice({ kind: 'error', title: t('invitationFailed'), text: reasonText(error) }),
    )
}
