// R2.3-03: signed in, but not here.
import { useTranslation } from 'react-i18next'
import { endOfSession, home } from './addresses.ts'
import { LockIcon } from './icons.tsx'
import { ViewHeading } from './view-heading.tsx'

export const AccessDenied = () => {
  const { t } = useTranslation('sign-in')
  return (
    <>
      <span className="badge">
        <LockIcon size={26} />
      </span>
      <ViewHeading title={t('denied.title')}>{t('denied.text')}</ViewHeading>
      <a className="btn pri" href={home}>
        {t('denied.home')}
      </a>
      <a className="btn link" href={endOfSession}>
        {t('denied.close')}
      </a>
    </>
  )
}
