// For the specs of access: one part of a feature before a server that is played, in the administration that hands the
// parts over.
import { lazy, type ReactNode, Suspense } from 'react'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { type Answers, id, show } from '#web/features/members/members.harness.tsx'
import { addTexts } from '#web/lib/i18n.ts'
import { FeatureParts } from './feature-parts.tsx'

export { close, id } from '#web/features/members/members.harness.tsx'

export const barcelona = { id: id('b1'), title: 'Innovation Barcelona' }
export const marta = { id: id('c1'), displayName: 'Marta Weber' }
export const manager = { id: id('d1'), name: 'Manager', applicationName: 'grants' }

/** Shown with its texts. */
export const harness = (
  content: ReactNode,
  { answers = {}, roles = ['Administrator'] }: { answers?: Answers; roles?: readonly RoleName[] } = {},
) => {
  const Ready = lazy(async () => {
    await Promise.all([addTexts('effective-access'), addTexts('access-preview'), addTexts('access-history')])
    return { default: () => content }
  })
  return show(
    <FeatureParts>
      <Suspense>
        <Ready />
      </Suspense>
    </FeatureParts>,
    { answers, roles },
  )
}
