// The smallest change after which the role is gone: what each step takes along, what it would cost otherwise, and each
// tried before it is made.
import { Scissors, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreviewedChange } from '#contract/access-preview.ts'
import type { RemovalStep, Why } from '#contract/why.ts'
import { members } from '#contract/members.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useReview } from '#web/lib/use-review.tsx'
import { useRead } from '#web/lib/use-endpoint.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { useSteps } from './why-messages.ts'
import { WithBold, withoutBold } from '#web/ui/with-bold.tsx'

/** A step as a change; a row is cleared of this role and keeps the others, as they stand. */
const useChange = ({ user, role }: Why, { kind, group, memberId, tenantId }: RemovalStep) => {
  const leaving = kind === 'leave-group'
  const identityId = group?.id ?? user.id
  const { data, error, refetch } = useRead(
    members.identity,
    { params: { tenantId: tenantId ?? '' }, query: { identityId, isGroup: group ? 'true' : 'false' } },
    { when: !leaving },
  )
  const change = (): PreviewedChange | undefined => {
    if (leaving) return { kind: 'leaveGroup', groupId: group?.id ?? '', userId: user.id }
    if (!data || !memberId || !tenantId) return undefined
    const kept = data.roles.filter(
      (one) => one.roleId !== role.id && !one.viaGroup && one.hierarchyType !== 'ByHierarchy',
    )
    const ends = kept.flatMap(({ roleId, endsOn }) => (endsOn ? [{ roleId, endsOn }] : []))
    return {
      kind: 'saveMember',
      tenantId,
      memberId,
      member: { isInheritable: data.isInheritable, roles: kept.map(({ roleId }) => roleId), ends },
    }
  }
  return { change: change(), error, refetch }
}

const StepPreview = ({ why, step, onClose }: { why: Why; step: RemovalStep; onClose: () => void }) => {
  const { t } = useTranslation('effective-access')
  const { change, error, refetch } = useChange(why, step)
  const { title } = useSteps()(why, step)
  const { previewOf } = useParts()
  const { view } = useReview(previewOf?.(change))
  return (
    <Dialog
      wide
      title={withoutBold(title)}
      onClose={onClose}
      actions={
        <button type="button" className="b" autoFocus onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      <p>{t('onlyTried')}</p>
      {error ? <FailureAlert error={error} onRetry={() => void refetch()} /> : view}
    </Dialog>
  )
}

const Step = ({ why, step, number }: { why: Why; step: RemovalStep; number: number }) => {
  const { t } = useTranslation('effective-access')
  const [open, setOpen] = useState(false)
  const { title, effect } = useSteps()(why, step)
  return (
    <li>
      <span className="step-no" aria-hidden="true">
        {number}
      </span>
      <span className="step-what">
        <WithBold text={title} />
      </span>
      <small>{effect}</small>
      <button
        type="button"
        className="b sm tx"
        aria-label={t('previewOf', { step: withoutBold(title) })}
        onClick={() => setOpen(true)}
      >
        {t('preview')}
      </button>
      {open && <StepPreview why={why} step={step} onClose={() => setOpen(false)} />}
    </li>
  )
}

export const Removal = ({ why }: { why: Why }) => {
  const { t } = useTranslation('effective-access')
  const { removal, alternatives, user } = why
  const others = removal.some(({ otherPeople }) => otherPeople > 0)
  return (
    <section className="removal" aria-labelledby="removal">
      <header>
        <Scissors size={16} aria-hidden="true" />
        <h3 id="removal">{t('smallest')}</h3>
        <span className="sp" />
        <span>
          {[t('steps', { count: removal.length }), !others && t('onlyAffected', { name: user.name })]
            .filter(Boolean)
            .join(', ')}
        </span>
      </header>
      <ol>
        {removal.map((step, index) => (
          <Step key={`${step.memberId} ${step.group?.id}`} why={why} step={step} number={index + 1} />
        ))}
      </ol>
      {alternatives.map(({ memberId, tenantName, people }) => (
        <p key={memberId}>
          <TriangleAlert size={14} aria-hidden="true" />
          {t('costlier', { tenant: tenantName, count: people })}
        </p>
      ))}
    </section>
  )
}
