// What looks wrong, before everything else on the page: each with the way to it, for those who may go there.
import { CircleCheck, ListX, LockKeyhole, type LucideIcon, ShieldAlert, UserX, Webhook } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { applications } from '#contract/applications.ts'
import type { Facts } from '#contract/dashboard.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { logs } from '#contract/logs.ts'
import { users } from '#contract/users.ts'
import { webhooks } from '#contract/webhooks.ts'
import { under } from '#web/lib/base.ts'
import { useMayCall } from '#web/lib/use-access.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { useFacts } from './facts.ts'
import './looks-wrong.css'

type Sign = {
  readonly icon: LucideIcon
  /** Whoever may call it may see what it leads to. */
  readonly may: Pick<AnyEndpoint, 'access'>
  readonly at: string
  readonly text: string
  readonly is: boolean
  readonly bad?: boolean
  /** Not a page of this application. */
  readonly apart?: boolean
}

/** A handful is nothing, and neither is what there is every hour. */
const fewSignIns = 10
const unusual = 2

const isUnusual = ({ failedSignIns, usualFailedSignIns }: Facts) =>
  (failedSignIns ?? 0) >= Math.max(fewSignIns, unusual * (usualFailedSignIns ?? 0))

const useSigns = (facts: Facts): readonly Sign[] => {
  const { t, i18n } = useTranslation('dashboard')
  const number = (value: number | null) => (value ?? 0).toLocaleString(localeOf(i18n.language))
  const { lockedUsers, failedJobs, disabledWebhooks, failedSignIns } = facts
  return [
    {
      icon: ShieldAlert,
      may: logs.chain,
      at: 'admin/logs',
      text: t('wrongChain'),
      is: facts.logChain === 'broken',
      bad: true,
    },
    {
      icon: UserX,
      may: logs.authentication,
      at: 'admin/logs?tab=authentication&f.result=Failure',
      text: t('wrongSignIns', { count: failedSignIns ?? 0, usual: number(facts.usualFailedSignIns) }),
      is: isUnusual(facts),
    },
    {
      icon: LockKeyhole,
      may: users.list,
      at: 'admin/users?f.status=locked',
      text: t('wrongLocked', { count: lockedUsers ?? 0 }),
      is: Boolean(lockedUsers),
    },
    {
      icon: ListX,
      may: applications.list,
      at: 'jobs',
      text: t('wrongJobs', { count: failedJobs ?? 0 }),
      is: Boolean(failedJobs),
      apart: true,
    },
    {
      icon: Webhook,
      may: webhooks.list,
      at: 'admin/webhooks',
      text: t('wrongWebhooks', { count: disabledWebhooks ?? 0 }),
      is: Boolean(disabledWebhooks),
    },
  ]
}

const SignLink = ({ icon: Icon, at, text, bad = false, apart = false }: Sign) => {
  const className = bad ? 'sign bad' : 'sign'
  const content = (
    <>
      <Icon size={16} strokeWidth={1.9} aria-hidden="true" />
      {text}
    </>
  )
  if (apart)
    return (
      <a className={className} href={under(at)} target="_blank" rel="noopener">
        {content}
      </a>
    )
  return (
    <AppLink className={className} href={under(at)}>
      {content}
    </AppLink>
  )
}

const Signs = ({ facts }: { facts: Facts }) => {
  const { t } = useTranslation('dashboard')
  const may = useMayCall()
  const signs = useSigns(facts).filter((sign) => sign.is && may(sign.may))
  if (signs.length === 0)
    return (
      <p className="signs-none">
        <CircleCheck size={16} aria-hidden="true" />
        {t('nothingWrong')}
      </p>
    )
  return (
    <ul>
      {signs.map((sign) => (
        <li key={sign.at}>
          <SignLink {...sign} />
        </li>
      ))}
    </ul>
  )
}

export const LooksWrong = () => {
  const { t } = useTranslation('dashboard')
  const heading = useId()
  const { data, error, refetch } = useFacts()
  return (
    <section className="card signs" aria-labelledby={heading} aria-busy={!data && !error}>
      <h2 id={heading}>{t('wrong')}</h2>
      {data ? <Signs facts={data} /> : error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : null}
    </section>
  )
}
