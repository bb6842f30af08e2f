// A question before access is changed: whom it hits is seen before it can be said yes to.
import { afterEach, expect, test } from 'vitest'
import { MembersTab } from '#web/features/members/members-tab.tsx'
import { list, marta as member, team } from '#web/features/members/members.stage.tsx'
import { addTexts } from '#web/lib/i18n.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { barcelona, close, id, loss, preview, stage } from './access.stage.tsx'

afterEach(close)

const tried = 'POST /admin/access/preview'
const summary = { losing: { people: 1, roles: 1 }, gaining: { people: 0, roles: 0 }, unchanged: 0, noRoleLeft: 0, newlySecondFactor: 0, tenants: 1 }
const seen = preview([loss('c1', 'Marta Weber')], { summary, count: 1 })
const change = { kind: 'deleteGroup', groupId: id('g1') } as const

const Question = ({ run }: { run: () => void }) => <Confirm title="Delete it?" body="It goes." ok="Delete" danger tries={change} run={run} onClose={() => {}} />

test('the answer cannot be yes before it is seen who loses what', async () => {
  let done = 0
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  const { button, text, bodies } = await stage(<Question run={() => void (done += 1)} />, { answers: { [tried]: () => promise } })
  await expect.element(text('It goes.')).toBeVisible()
  await expect.poll(() => bodies(tried)).toEqual([change])
  await expect.element(button('Delete')).toBeDisabled()
  resolve({ body: seen })
  await expect.element(text('Was given at Meridian Spain')).toBeVisible()
  await button('Delete').click()
  await expect.poll(() => done).toBe(1)
})

test('what would happen by now is something else: that is shown, and nothing is done', async () => {
  let done = 0
  const { button, text, answers } = await stage(<Question run={() => void (done += 1)} />, { answers: { [tried]: { body: seen } } })
  await expect.element(text('Was given at Meridian Spain')).toBeVisible()
  answers[tried] = { body: { ...seen, stamp: 'second', items: [loss('c1', 'Marta Weber', { because: { tenantId: id('b7'), tenantName: 'Meridian France', viaGroup: null } })] } }
  await button('Delete').click()
  await expect.element(text(/^Something has changed since you looked/)).toBeVisible()
  await expect.element(text('Was given at Meridian France')).toBeVisible()
  expect(done).toBe(0)
  await button('Delete').click()
  await expect.poll(() => done).toBe(1)
})

test('where it cannot be foreseen it says why, and the change itself answers', async () => {
  let done = 0
  const { button, text } = await stage(<Question run={() => void (done += 1)} />, { answers: { [tried]: { status: 409, body: { message: 'This would leave nobody' } } } })
  await expect.element(text('This would leave nobody')).toBeVisible()
  await button('Delete').click()
  await expect.poll(() => done).toBe(1)
})

test('whoever may make the change but not look at it is not kept waiting', async () => {
  let done = 0
  const { button, bodies } = await stage(<Question run={() => void (done += 1)} />, { roles: ['God'], answers: { [tried]: { body: seen } } })
  await button('Delete').click()
  await expect.poll(() => done).toBe(1)
  expect(bodies(tried)).toEqual([])
})

test('of several rows it is shown what all of them together take, before they are taken one after the other', async () => {
  await addTexts('members')
  const path = `/admin/tenants/${barcelona.id}/members`
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  const answers = { [`GET ${path}`]: list(member, team), [`DELETE ${path}/${member.id}`]: { body: {} }, [`DELETE ${path}/${team.id}`]: { body: {} }, [tried]: () => promise }
  const { page: screen, button, alert, calls, bodies } = await stage(<MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />, { answers })
  for (const { displayName } of [member, team]) await screen.getByRole('checkbox', { name: `Select ${displayName}` }).click()
  await button('Remove').click()
  const asked = alert('Remove 2 members from Innovation Barcelona?')
  await expect.element(asked.getByRole('button', { name: 'Remove' })).toBeDisabled()
  expect(bodies(tried)).toEqual([{ kind: 'several', changes: [member, team].map(({ id: memberId }) => ({ kind: 'removeMember', tenantId: barcelona.id, memberId })) }])
  resolve({ body: seen })
  await expect.element(asked.getByText('Was given at Meridian Spain')).toBeVisible()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => [member, team].map(({ id: memberId }) => calls(`DELETE ${path}/${memberId}`).length)).toEqual([1, 1])
})
