// Two editors of the roles of one person at one tenant: the slower one is told (T82, A-201).
import { afterEach, expect, test } from 'vitest'
import type { IdentityAtTenant } from '#contract/members.ts'
import { type Answers, at, barcelona, close, entry, marta, show } from './members.harness.tsx'
import { RoleEditor } from './role-editor.tsx'

afterEach(close)

const path = `/admin/tenants/${barcelona.id}/members`
const person = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const
const question = 'Are you sure to revoke this access?'

const open = async () => {
  let now = at(marta)
  const became = (next: Partial<IdentityAtTenant>) => (now = { ...now, ...next })
  const answers: Answers = { [`GET ${path}/identity`]: () => ({ body: now }) }
  const editor = <RoleEditor base="admin" identity={person} tenant={barcelona} onClose={() => undefined} />
  const harness = await show(editor, { answers })
  const drawer = harness.dialog(marta.displayName)
  await expect.element(drawer.getByRole('list', { name: 'Applications' })).toBeVisible()
  return { ...harness, became, drawer }
}

test('T82 a save sends when the row was seen; anyone who was slower learns who was faster and when, and sees how it stands', async () => {
  const { drawer, alert, bodies, answers, became } = await open()
  const on = '2026-11-22T04:10:00.000Z'
  answers[`PUT ${path}/${marta.id}`] = () => {
    became({ roles: [entry('Manager', 10, 'own'), entry('Auditor', 10, 'own')], modifiedOn: on })
    const changed = { by: 'Bea Sol', on }
    return { status: 409, body: { code: 'changed-meanwhile', message: 'Bea Sol changed this', changed } }
  }
  const remove = async (role: string) => {
    await drawer.getByRole('button', { name: `Remove ${role}` }).click()
    await alert(question).getByRole('button', { name: 'Revoke role' }).click()
  }
  await remove('Manager')
  await expect
    .element(alert(question).getByText(/^Bea Sol changed this on 22-11-2026.*Look at it again before you save\./))
    .toBeVisible()
  await alert(question).getByRole('button', { name: 'Keep access' }).click()
  await expect.element(drawer.getByText('Auditor')).toBeVisible()
  answers[`PUT ${path}/${marta.id}`] = () => ({ body: became({ roles: [], modifiedOn: '2026-11-22T04:11:00.000Z' }) })
  await remove('Auditor')
  const times = () => bodies(`PUT ${path}/${marta.id}`).map((body) => (body as { modifiedOn: string }).modifiedOn)
  await expect.poll(times).toEqual([marta.modifiedOn, on])
})
