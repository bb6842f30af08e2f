// Why an attempt to sign in went as it did. The server's sentences are English texts and the keys of the translations
// at once; the table's search and its workbook keep the English.
import { useTranslation } from 'react-i18next'

const attempts = /^Incorrect username or password\. (\d+) attempts? left$/

/** A sentence that nobody translated is shown as it is. */
export const useReason = () => {
  const { t, i18n } = useTranslation('logs')
  return (reason: string) => {
    const left = attempts.exec(reason)?.[1]
    if (left) return t('reason-attempts', { count: Number(left) })
    const key = `reason-${reason}`
    return i18n.exists(key, { ns: 'logs', nsSeparator: false }) ? t(key, { nsSeparator: false }) : reason
  }
}
