// What the page of a tenant takes from here, loaded with its texts when it is shown: the tab, and the button in its
// head.
import { lazy, Suspense } from 'react'
import { addTexts } from '#web/lib/i18n.ts'
import type { Identity } from './rules.ts'

const List = lazy(async () => {
  const [{ MembersList }] = await Promise.all([import('./members-list.tsx'), addTexts('members'), addTexts('table')])
  return { default: MembersList }
})

const Button = lazy(async () => {
  const [{ AddMemberButton }] = await Promise.all([
    import('./add-member-button.tsx'),
    addTexts('members'),
    addTexts('table'),
  ])
  return { default: AddMemberButton }
})

type Explained = {
  /** Answers why somebody has what they have here; without it there is no such entry. */
  onExplain?: (identity: Identity) => void
}
type TabProps = Explained & {
  tenantId: string
  tenantTitle: string
  /** `page`: the page has an AddMemberButton of its own in its head. */
  adding?: 'page'
}

export const MembersTab = ({ tenantId, tenantTitle, adding, onExplain }: TabProps) => (
  <Suspense fallback={<div className="card" style={{ minHeight: 320 }} aria-busy="true" />}>
    <List key={tenantId} tenant={{ id: tenantId, title: tenantTitle }} adding={adding} onExplain={onExplain} />
  </Suspense>
)

export const AddMemberButton = ({
  tenantId,
  tenantTitle,
  onExplain,
}: Explained & { tenantId: string; tenantTitle: string }) => (
  <Suspense fallback={null}>
    <Button tenant={{ id: tenantId, title: tenantTitle }} {...(onExplain && { onExplain })} />
  </Suspense>
)
