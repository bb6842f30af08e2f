// What came of an attempt, in words.
import { useTranslation } from 'react-i18next'

export const useAnswerText = () => {
  const { t, i18n } = useTranslation('webhooks')
  return ({ status, failure }: { status: number | null; failure: string | null }): string => {
    if (status !== null) return String(status)
    if (failure === null) return ''
    const key = `failure-${failure}`
    return i18n.exists(key, { ns: 'webhooks' }) ? t(key) : t('failure-other', { code: failure })
  }
}
