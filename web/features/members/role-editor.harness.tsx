// The editor of a member's roles, before a played server.
import { expect } from 'vitest'
import type { RoleName } from '#contract/kernel/role-name.ts'
import type { IdentityAtTenant } from '#contract/members.ts'
import { at, barcelona, marta, show, type Answers } from './members.harness.tsx'
import { RoleEditor, type RoleEditorProps } from './role-editor.tsx'

export const path = `/admin/tenants/${barcelona.id}/members`

const person = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const

type EditorOptions = Partial<RoleEditorProps> & { roles?: RoleName[]; has?: IdentityAtTenant; more?: Answers }

/** The server keeps what it was told. */
export const open = async ({ roles = ['Administrator'], has = at(marta), more = {}, ...props }: EditorOptions = {}) => {
  let now = has
  let closed = 0
  const base = props.base === 'profile' ? `/profile/${barcelona.id}/members` : path
  const answers: Answers = { [`GET ${base}/identity`]: () => ({ body: now }), ...more }
  const harness = await show(
    <RoleEditor base="admin" identity={person} tenant={barcelona} onClose={() => void (closed += 1)} {...props} />,
    { roles, answers },
  )
  const drawer = harness.dialog(marta.displayName)
  await expect
    .element(drawer.getByRole('list', { name: 'Applications' }).or(drawer.getByText('Nothing matches')))
    .toBeVisible()
  const line = (application: string) =>
    drawer.getByRole('listitem').filter({ has: harness.page.getByRole('switch', { name: `Access to ${application}` }) })
  const became = (next: Partial<IdentityAtTenant>) => (now = { ...now, ...next })
  return {
    ...harness,
    drawer,
    line,
    became,
    has: () => now,
    closed: () => closed,
    access: (application: string) => harness.toggle(`Access to ${application}`),
  }
}
