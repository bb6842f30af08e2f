// "Why does Marta have this role?" (docs/ux.md, note 6): the answer, every way in which it comes, what was checked
// besides, and the smallest change that removes it or gives it.
import { BadgeCheck, Check, Copy, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { effectiveAccess } from '#contract/effective-access.ts'
import { type Why as Answer } from '#contract/why.ts'
import type { WhyTarget } from './explained.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { AppIcon } from '#web/ui/app-icon.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { AskWhyNot } from './ask-why-not.tsx'
import { ChooseRole } from './choose-role.tsx'
import { Done, type DoneStep } from './done-step.tsx'
import { ChainView } from './why-chain.tsx'
import { Gifts } from './why-gift.tsx'
import { Removal } from './why-removal.tsx'
import { useAnswer, useChecked, useExplanation } from './why-messages.ts'
import { WithBold } from '#web/ui/with-bold.tsx'
import './effective-access.css'

const CopyButton = ({ why }: { why: Answer }) => {
  const { t } = useTranslation('effective-access')
  const explanation = useExplanation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(explanation(why))
    setCopied(true)
  }
  return (
    <>
      <span role="status" className="sr">
        {copied && t('copied')}
      </span>
      <button
        type="button"
        className="b ic-b"
        aria-label={t('copyAsText')}
        data-tip={t(copied ? 'copied' : 'copyAsText')}
        onClick={() => void copy()}
      >
        {copied ? <Check size={16} /> : <Copy size={16} />}
      </button>
    </>
  )
}

const Verdict = ({ why }: { why: Answer }) => {
  const { text, reasons } = useAnswer()(why)
  const Icon = why.allowed ? Info : TriangleAlert
  return (
    <div className={`said${why.allowed ? '' : ' warn'}`}>
      <Icon size={17} aria-hidden="true" />
      <div>
        <p>
          <WithBold text={text} />
        </p>
        {reasons.length > 0 && (
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>
                <WithBold text={reason} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const Loading = () => {
  const { t } = useTranslation('table')
  return (
    <div className="why-loading" role="status">
      <span className="sr">{t('loading')}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  )
}

const Body = ({ why, onLeave }: { why: Answer; onLeave: () => void }) => {
  const checked = useChecked()
  return (
    <>
      <Verdict why={why} />
      {why.chains.map((chain, index) => (
        <ChainView
          key={`${chain.row.memberId} ${chain.viaGroup?.id}`}
          why={why}
          chain={chain}
          number={index + 1}
          onLeave={onLeave}
        />
      ))}
      <p className="checked">
        <BadgeCheck size={16} aria-hidden="true" />
        {checked(why)}
      </p>
    </>
  )
}

const Unread = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error ? <FailureAlert error={error} onRetry={onRetry} /> : <Loading />

type Role = NonNullable<WhyTarget['role']>
export type WhyDrawerProps = {
  user: { id: string; displayName: string }
  role: Role
  tenant: NonNullable<WhyTarget['tenant']>
  onBack?: (() => void) | undefined
  onClose: () => void
}

const RoleLine = ({ why, role, tenant }: { why: Answer | undefined; role: Role; tenant: WhyDrawerProps['tenant'] }) => {
  const { t } = useTranslation('effective-access')
  const application = why?.role.applicationTitle ?? role.applicationName
  return (
    <span className="why-line">
      {why && <AppIcon app={{ id: why.role.applicationId, title: application }} size={20} />}
      <b>
        {application} · {role.name}
      </b>{' '}
      {t('atTenant', { tenant: tenant.title })}
    </span>
  )
}

const useWhy = ({ user, role, tenant }: WhyDrawerProps) => {
  const { t } = useTranslation('effective-access')
  const {
    data: why,
    error,
    refetch,
  } = useRead(effectiveAccess.why, { query: { userId: user.id, roleId: role.id, tenantId: tenant.id } })
  const title = t(why?.chains.length === 0 ? 'whyNotTitle' : 'whyTitle', { name: why?.user.name ?? user.displayName })
  return { why, error, refetch, title }
}

export const WhyDrawer = (props: WhyDrawerProps) => {
  const { t } = useTranslation('effective-access')
  const { role, tenant, onBack, onClose } = props
  const { why, error, refetch, title } = useWhy(props)
  const [done, setDone] = useState<DoneStep>()
  const footer = why && (
    <>
      {why.removal.length > 0 && <Removal why={why} onDone={setDone} />}
      {why.gifts.length > 0 && <Gifts why={why} onDone={setDone} />}
    </>
  )
  return (
    <Drawer
      side="right"
      inset
      width={680}
      title={title}
      line={<RoleLine why={why} role={role} tenant={tenant} />}
      mark={why && <CopyButton why={why} />}
      footer={footer}
      onClose={onClose}
    >
      {onBack && (
        <button type="button" className="b sm tx why-back" onClick={onBack}>
          {t('otherRoles')}
        </button>
      )}
      {done && (
        <Done key={done.text} step={done} onUndone={() => setDone({ text: t('table:undone'), undo: undefined })} />
      )}
      {why ? <Body why={why} onLeave={onClose} /> : <Unread error={error} onRetry={() => void refetch()} />}
    </Drawer>
  )
}

/** With a role the answer; without one, first the roles to choose from, and without a tenant, where. */
export const Why = ({ asked, onClose }: { asked: WhyTarget; onClose: () => void }) => {
  const [chosen, choose] = useState<{ tenant: WhyDrawerProps['tenant']; role: Role }>()
  const { user } = asked
  const tenant = asked.tenant ?? chosen?.tenant
  const role = asked.role ?? chosen?.role
  if (!tenant) return <AskWhyNot user={user} near={asked.near} onChoose={choose} onClose={onClose} />
  if (!role)
    return (
      <ChooseRole user={user} tenant={tenant} onChoose={(one) => choose({ tenant, role: one })} onClose={onClose} />
    )
  return (
    <WhyDrawer
      user={user}
      role={role}
      tenant={tenant}
      onBack={asked.role ? undefined : () => choose(undefined)}
      onClose={onClose}
    />
  )
}
