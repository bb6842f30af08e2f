// Hands the parts of this feature to the screens of the others, each loaded with its texts when it is first shown, and
// has the one drawer that answers "Why?".
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { type AccessParts, AccessPartsContext, type Explained } from '#web/lib/access-parts.ts'
import { addTexts } from '#web/lib/i18n.ts'

const texts = () => Promise.all([addTexts('effective-access'), addTexts('table')])

const Why = lazy(async () => ({ default: (await Promise.all([import('./why-drawer.tsx'), texts()]))[0].Why }))
const Button = lazy(async () => ({ default: (await Promise.all([import('./why-button.tsx'), texts()]))[0].WhyButton }))
const Changed = lazy(async () => ({
  default: (await Promise.all([import('./change-preview.tsx'), texts()]))[0].ChangePreview,
}))
const Last = lazy(async () => ({
  default: (await Promise.all([import('./last-changes.tsx'), texts()]))[0].LastChanges,
}))
const Moves = lazy(async () => ({ default: (await Promise.all([import('./last-moves.tsx'), texts()]))[0].LastMoves }))

const partsWith = (explain: AccessParts['explain']): AccessParts => ({
  explain,
  WhyButton: (asked) => (
    <Suspense fallback={null}>
      <Button asked={asked} onExplain={explain} />
    </Suspense>
  ),
  ChangePreview: (props) => (
    <Suspense fallback={<div className="card" style={{ minHeight: 160 }} aria-busy="true" />}>
      <Changed {...props} />
    </Suspense>
  ),
  LastChanges: (props) => (
    <Suspense fallback={null}>
      <Last {...props} />
    </Suspense>
  ),
  LastMoves: (props) => (
    <Suspense fallback={null}>
      <Moves {...props} />
    </Suspense>
  ),
})

export const AccessProvider = ({ children }: { children: ReactNode }) => {
  const [asked, explain] = useState<Explained>()
  const parts = useMemo(() => partsWith(explain), [])
  return (
    <AccessPartsContext value={parts}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <Why asked={asked} onClose={() => explain(undefined)} />
        </Suspense>
      )}
    </AccessPartsContext>
  )
}
