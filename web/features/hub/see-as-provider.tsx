// Hands to the screens of other features the look at somebody's home page; loaded with its texts when it is opened.
import { type ReactNode, useMemo, useState } from 'react'
import { effectiveAccess } from '#contract/effective-access.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { ProvideParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import { lazily } from '#web/ui/lazily.tsx'
import type { Seen } from './seen.ts'

declare module '#web/lib/parts.tsx' {
  interface Parts {
    /** Shows the home page of somebody; absent for anyone who may not ask what others may do. */
    readonly seeAs: (user: Seen) => void
  }
}

const SeeAs = lazily(async () => (await Promise.all([import('./see-as.tsx'), addTexts('hub-dialogs')]))[0].SeeAs)

export const SeeAsProvider = ({ children }: { children: ReactNode }) => {
  const [seen, seeAs] = useState<Seen>()
  const may = useMay(effectiveAccess.permissions)
  const parts = useMemo(() => (may ? { seeAs } : {}), [may])
  return (
    <ProvideParts parts={parts}>
      {children}
      {seen && <SeeAs user={seen} onClose={() => seeAs(undefined)} />}
    </ProvideParts>
  )
}
