// Where the sign-in leads to, in the words of its people.
import { useTranslation } from 'react-i18next'
import { WithBold } from '#web/ui/with-bold.tsx'

export const ToContinue = ({ application }: { application: string | undefined }) => {
  const { t } = useTranslation('sign-in')
  if (!application) return null
  return (
    <p className="to-app">
      <WithBold text={t('toContinue', { application: '·' })} bold={application} />
    </p>
  )
}
