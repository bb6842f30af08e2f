// Hands to the screens of other features the question "Why?", and has the one drawer that answers it; loaded with its
// texts when it is first shown.
import { type ReactNode, useMemo, useState } from 'react'
import { addTexts } from '#web/lib/i18n.ts'
import { ProvideParts } from '#web/lib/parts.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import type { WhyTarget } from './explained.ts'

declare module '#web/lib/parts.tsx' {
  interface Parts {
    /** Opens the answer. */
    readonly explain: (asked: WhyTarget) => void
    /** Stands beside a role, and asks for its reason. */
    readonly WhyButton: (asked: WhyTarget) => ReactNode
  }
}

const texts = () => Promise.all([addTexts('effective-access'), addTexts('table')])

const Why = lazily(async () => (await Promise.all([import('./why-drawer.tsx'), texts()]))[0].Why)
const Button = lazily(async () => (await Promise.all([import('./why-button.tsx'), texts()]))[0].WhyButton)

const partsWith = (explain: (asked: WhyTarget) => void) => ({
  explain,
  WhyButton: (asked: WhyTarget) => <Button asked={asked} onExplain={explain} />,
})

export const EffectiveAccessProvider = ({ children }: { children: ReactNode }) => {
  const [asked, explain] = useState<WhyTarget>()
  const parts = useMemo(() => partsWith(explain), [])
  return (
    <ProvideParts parts={parts}>
      {children}
      {asked && <Why asked={asked} onClose={() => explain(undefined)} />}
    </ProvideParts>
  )
}
