// Hands to the screens of other features the question "Why?", and has the one drawer that answers it; loaded with its
// texts when it is first shown.
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { addTexts } from '#web/lib/i18n.ts'
import { ProvideParts } from '#web/lib/parts.tsx'
import type { Explained } from './explained.ts'

declare module '#web/lib/parts.tsx' {
  interface Parts {
    /** Opens the answer. */
    readonly explain: (asked: Explained) => void
    /** Stands beside a role, and asks for its reason. */
    readonly WhyButton: (asked: Explained) => ReactNode
  }
}

const texts = () => Promise.all([addTexts('effective-access'), addTexts('table')])

const Why = lazy(async () => ({ default: (await Promise.all([import('./why-drawer.tsx'), texts()]))[0].Why }))
const Button = lazy(async () => ({ default: (await Promise.all([import('./why-button.tsx'), texts()]))[0].WhyButton }))

const partsWith = (explain: (asked: Explained) => void) => ({
  explain,
  WhyButton: (asked: Explained) => (
    <Suspense fallback={null}>
      <Button asked={asked} onExplain={explain} />
    </Suspense>
  ),
})

export const EffectiveAccessProvider = ({ children }: { children: ReactNode }) => {
  const [asked, explain] = useState<Explained>()
  const parts = useMemo(() => partsWith(explain), [])
  return (
    <ProvideParts parts={parts}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <Why asked={asked} onClose={() => explain(undefined)} />
        </Suspense>
      )}
    </ProvideParts>
  )
}
