// What would give a role that is missing: the change that touches the fewest people first, each shown before it is
// made.
import { Gift as GiftIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { members } from '#contract/members.ts'
import type { Gift, Why } from '#contract/why.ts'
import { useMay } from '#web/lib/use-access.ts'
import { withoutBold } from '#web/ui/with-bold.tsx'
import type { DoneStep } from './done-step.tsx'
import { StepLine } from './step-line.tsx'
import { StepPreview } from './step-preview.tsx'
import { useGiving } from './use-giving.ts'
import { useGifts } from './why-messages.ts'

const endpoints = { 'give-role': members.add, 'join-group': groups.addMember, inherit: members.save }

type Props = { why: Why; gift: Gift; onDone: (said: DoneStep) => void }

const Giving = ({ why, gift, ...rest }: Props & { onClose: () => void }) => {
  const { t } = useTranslation('effective-access')
  const making = useGiving(why, gift)
  const title = withoutBold(useGifts()(why, gift).title)
  return <StepPreview making={making} title={title} verb={t('giveNow')} {...rest} />
}

const Line = ({ why, gift, onDone }: Props) => {
  const { t } = useTranslation('effective-access')
  const verb = t(useMay(endpoints[gift.kind]) ? 'giveNow' : 'preview')
  return (
    <StepLine
      {...useGifts()(why, gift)}
      verb={verb}
      preview={(onClose) => <Giving why={why} gift={gift} onDone={onDone} onClose={onClose} />}
    />
  )
}

export const Gifts = ({ why, onDone }: Omit<Props, 'gift'>) => {
  const { t } = useTranslation('effective-access')
  const { gifts } = why
  return (
    <section className="removal gifts" aria-labelledby="gifts">
      <header>
        <GiftIcon size={16} aria-hidden="true" />
        <h3 id="gifts">{t('smallestGift')}</h3>
        <span className="sp" />
        {gifts.length > 1 && <span>{t('oneIsEnough')}</span>}
      </header>
      <ul>
        {gifts.map((gift) => (
          <Line key={`${gift.kind} ${gift.memberId} ${gift.group?.id}`} why={why} gift={gift} onDone={onDone} />
        ))}
      </ul>
    </section>
  )
}
