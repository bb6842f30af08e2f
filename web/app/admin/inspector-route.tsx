import { useTranslation } from 'react-i18next'
import { ApiCalls } from '#web/features/logs/api-calls.tsx'
import { LoginHistory } from '#web/features/logs/session-log.tsx'
import { InspectorPage } from '#web/features/permissions/inspector-page.tsx'

/** the permission checker, and beside it who came in and what was called. */
export const InspectorRoute = () => {
  const { t } = useTranslation('logs')
  return (
    <InspectorPage
      beside={[
        { id: 'logins', label: t('loginHistory'), panel: <LoginHistory key="logins" /> },
        { id: 'calls', label: t('apiCalls'), panel: <ApiCalls key="calls" /> },
      ]}
    />
  )
}
