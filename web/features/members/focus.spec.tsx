// Anyone who goes by keyboard sees where they are (WCAG 2.4.7).
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { MembersTab } from './members-tab.tsx'
import { at, barcelona, close, list, marta, show } from './members.harness.tsx'
import { RoleEditor } from './role-editor.tsx'

afterEach(close)

const path = `/admin/tenants/${barcelona.id}/members`
const person = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const

test('the focus on a member’s name goes around all of it', async () => {
  const { row } = await show(<MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />, {
    answers: { [`GET ${path}`]: list(marta) },
  })
  const name = row(/Marta Weber/).getByRole('link', { name: 'Marta Weber' })
  await expect.element(name).toBeVisible()
  const [around, words] = [
    name.element().getBoundingClientRect(),
    name.element().querySelector('b')?.getBoundingClientRect(),
  ]
  expect([around.width, around.height]).toEqual([words?.width, words?.height])
})

test('the view that is chosen already shows the focus as well', async () => {
  const { button, page } = await show(
    <RoleEditor base="admin" identity={person} tenant={barcelona} onClose={() => {}} />,
    { answers: { [`GET ${path}/identity`]: { body: at(marta) } } },
  )
  await expect.element(button(/^All applications/)).toBeVisible()
  const chosen = button(/^All applications/).element()
  const calm = getComputedStyle(chosen).boxShadow
  await page.getByRole('textbox', { name: 'Search application or role' }).click()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(chosen)
  await expect.poll(() => getComputedStyle(chosen).boxShadow).not.toBe(calm)
})
