// The smallest change after which the role is gone: what each step takes along, what it would cost otherwise, and each
// shown before it is made.
import { Scissors, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RemovalStep, Why } from '#contract/why.ts'
import { members } from '#contract/members.ts'
import { useMay } from '#web/lib/use-access.ts'
import type { DoneStep } from './done-step.tsx'
import { StepLine } from './step-line.tsx'
import { StepPreview } from './step-preview.tsx'
import { useRemoving } from './use-removing.ts'
import { useSteps } from './why-messages.ts'
import { withoutBold } from '#web/ui/with-bold.tsx'

type StepProps = { why: Why; step: RemovalStep; onDone: (said: DoneStep) => void }

const Removing = ({ why, step, ...rest }: StepProps & { onClose: () => void }) => {
  const { t } = useTranslation('effective-access')
  const making = useRemoving(why, step)
  const title = withoutBold(useSteps()(why, step).title)
  return <StepPreview making={making} title={title} verb={t('removeNow')} danger {...rest} />
}

const Step = ({ why, step, number, onDone }: StepProps & { number: number }) => {
  const { t } = useTranslation('effective-access')
  const verb = t(useMay(members.save) ? 'removeNow' : 'preview')
  return (
    <StepLine
      {...useSteps()(why, step)}
      number={number}
      verb={verb}
      preview={(onClose) => <Removing why={why} step={step} onDone={onDone} onClose={onClose} />}
    />
  )
}

export const Removal = ({ why, onDone }: Omit<StepProps, 'step'>) => {
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
          <Step key={`${step.memberId} ${step.group?.id}`} why={why} step={step} number={index + 1} onDone={onDone} />
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
