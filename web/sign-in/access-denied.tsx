// R2.3-03: signed in, but not here; or not let in by the external sign-in, and why.
import { useTranslation } from 'react-i18next'
import type { ExternalRefusal } from '#contract/sign-in.ts'
import { endOfSession, home, queryValue, signInPage } from './addresses.ts'
import { LockIcon } from './icons.tsx'
import { ViewHeading } from './view-heading.tsx'

const reasons: Readonly<Record<ExternalRefusal, true>> = {
  'external-provider-missing': true,
  'external-provider-unreachable': true,
  'external-interrupted': true,
  'external-refused': true,
  'external-unproven': true,
  'external-unknown': true,
  'external-locked': true,
  'external-draft': true,
}
const isReason = (text: string): text is ExternalRefusal => Object.hasOwn(reasons, text)

export const AccessDenied = () => {
  const { t } = useTranslation('sign-in-denied')
  const reason = queryValue('reason') ?? ''
  return (
    <>
      <span className="badge">
        <LockIcon size={26} />
      </span>
      <ViewHeading title={t('title')}>{t(isReason(reason) ? reason : 'text')}</ViewHeading>
      {isReason(reason) ? <NotLetIn /> : <NotHere />}
    </>
  )
}

const NotHere = () => {
  const { t } = useTranslation('sign-in-denied')
  return (
    <>
      <a className="btn pri" href={home}>
        {t('home')}
      </a>
      <a className="btn link" href={endOfSession}>
        {t('close')}
      </a>
    </>
  )
}

/** Nobody is signed in: there is no session to close. */
const NotLetIn = () => {
  const { t } = useTranslation('sign-in')
  return (
    <a className="btn pri" href={signInPage}>
      {t('local.back')}
    </a>
  )
}
