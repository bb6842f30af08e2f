// Seeing the portal as a user does, for an hour at most; nothing can be changed meanwhile (A-77, docs/decisions/0014).
import { useTranslation } from 'react-i18next'
import { impersonation } from '#contract/impersonation.ts'
import type { User } from '#contract/users.ts'
import { call } from '#web/lib/client.ts'
import { usePortal } from '#web/lib/session/portal-context.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { nameOf } from './name.ts'

export const Impersonate = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { t } = useTranslation('users')
  const { session } = usePortal()
  const run = async () => {
    const { redirectTo } = await call(impersonation.identifyAs, { params: { id: user.id } })
    await session.switchAt(redirectTo)
  }
  return (
    <Confirm
      title={t('lookAsTitle', { name: nameOf(user) })}
      body={t('lookAsBody')}
      ok={t('lookAs')}
      run={run}
      onClose={onClose}
    />
  )
}
