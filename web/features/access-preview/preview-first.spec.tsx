// A question before access is changed: whom it hits is seen before it can be said yes to, and what was seen is what is
// done.
import { afterEach, expect, test } from 'vitest'
import { groups } from '#contract/groups.ts'
import { MembersTab } from '#web/features/members/members-tab.tsx'
import { list, marta as member, team } from '#web/features/members/members.harness.tsx'
import { useParts } from '#web/lib/parts.tsx'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import type { SentCall } from '#web/ui/page.harness.tsx'
import { barcelona, close, harness, id } from '#web/app/admin/feature-parts.harness.tsx'
import { loss, preview } from './access-preview.harness.tsx'

afterEach(close)

const tried = 'POST /admin/access/preview'
const summary = {
  losing: { people: 1, roles: 1 },
  gaining: { people: 0, roles: 0 },
  unchanged: 0,
  noRoleLeft: 0,
  newlySecondFactor: 0,
  tenants: 1,
}
const seen = preview([loss('c1', 'Marta Weber')], { summary, count: 1 })
const inFrance = { because: { tenantId: id('b7'), tenantName: 'Meridian France', viaGroup: null } }
const byNow = { ...seen, stamp: 'second', items: [loss('c1', 'Marta Weber', inFrance)] }
const overtaken = {
  status: 412,
  body: { code: 'preview-changed', message: 'Something else would happen by now', preview: byNow },
}
const change = { kind: 'deleteGroup', groupId: id('9a1') } as const
const deleting = `DELETE /admin/groups/${id('9a1')}`

const Question = ({ done }: { done: () => void }) => {
  const remove = useWrite(groups.remove)
  const { previewOf } = useParts()
  const run = async (stamp: string | undefined) => {
    await remove.mutateAsync({ params: { id: change.groupId }, seen: stamp })
    done()
  }
  return (
    <Confirm
      title="Delete it?"
      body="It goes."
      ok="Delete"
      danger
      review={previewOf?.(change)}
      run={run}
      onClose={() => {}}
    />
  )
}

const ask = async (given: Parameters<typeof harness>[1]) => {
  const made = { times: 0 }
  const shown = await harness(<Question done={() => void (made.times += 1)} />, given)
  shown.answers[deleting] ??= { body: {} }
  return { ...shown, made }
}

/** What each write says was seen. */
const stamps = (sent: readonly SentCall[]) => sent.map(({ headers }) => headers.get('if-match'))

test('ux.md note 7: the answer cannot be yes before it is seen who loses what; then the write says what was seen, and is not asked for again', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  const { button, text, bodies, calls, made } = await ask({ answers: { [tried]: () => promise } })
  await expect.element(text('It goes.')).toBeVisible()
  await expect.poll(() => bodies(tried)).toEqual([change])
  await expect.element(button('Delete')).toBeDisabled()
  resolve({ body: seen })
  await expect.element(text('Was given at Meridian Spain')).toBeVisible()
  await button('Delete').click()
  await expect.poll(() => made.times).toBe(1)
  expect([stamps(calls(deleting)), calls(tried).length]).toEqual([['"first"'], 1])
})

test('ux.md note 7: 412, and what would happen by now is shown, and nothing is done until that is confirmed', async () => {
  const { button, text, answers, calls, made } = await ask({ answers: { [tried]: { body: seen } } })
  await expect.element(text('Was given at Meridian Spain')).toBeVisible()
  answers[tried] = { body: byNow }
  answers[deleting] = overtaken
  await button('Delete').click()
  await expect.element(text(/^Something has changed since you looked/)).toBeVisible()
  await expect.element(text('Was given at Meridian France')).toBeVisible()
  expect(made.times).toBe(0)
  answers[deleting] = { body: {} }
  await button('Delete').click()
  await expect.poll(() => made.times).toBe(1)
  expect(stamps(calls(deleting))).toEqual(['"first"', '"second"'])
})

test('where there is no preview it says why, and the change itself answers', async () => {
  const { button, text, calls, made } = await ask({
    answers: { [tried]: { status: 409, body: { code: 'last-administrator' } } },
  })
  await expect.element(text(/^This would leave nobody/)).toBeVisible()
  await button('Delete').click()
  await expect.poll(() => made.times).toBe(1)
  expect(stamps(calls(deleting))).toEqual([null])
})

test('whoever may make the change but not look at it is not kept waiting, and says nothing of what was seen', async () => {
  const { button, bodies, calls, made } = await ask({ roles: ['God'], answers: { [tried]: { body: seen } } })
  await button('Delete').click()
  await expect.poll(() => made.times).toBe(1)
  expect([bodies(tried), stamps(calls(deleting))]).toEqual([[], [null]])
})

const path = `/admin/tenants/${barcelona.id}/members`
const taking = [member, team].map(({ id: memberId }) => `DELETE ${path}/${memberId}`)

/** The members of a tenant, of whom some are chosen to be removed. */
const choosing = async (
  chosen: readonly (typeof member)[],
  answer: () => Promise<{ body: unknown }> | { body: unknown },
) => {
  const answers = {
    [`GET ${path}`]: list(member, team),
    ...Object.fromEntries(taking.map((route) => [route, { body: {} }])),
    [tried]: answer,
  }
  const shown = await harness(<MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />, { answers })
  for (const { displayName } of chosen)
    await shown.page.getByRole('checkbox', { name: `Select ${displayName}` }).click()
  await shown.button('Remove').click()
  return shown
}

test('of several rows it is shown what all of them together take, and asked once more before they are taken one after the other', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  const { alert, calls, bodies } = await choosing([member, team], () => promise)
  const asked = alert('Remove 2 members from Innovation Barcelona?')
  await expect.element(asked.getByRole('button', { name: 'Remove' })).toBeDisabled()
  expect(bodies(tried)).toEqual([
    {
      kind: 'several',
      changes: [member, team].map(({ id: memberId }) => ({ kind: 'removeMember', tenantId: barcelona.id, memberId })),
    },
  ])
  resolve({ body: seen })
  await expect.element(asked.getByText('Was given at Meridian Spain')).toBeVisible()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => taking.map((route) => calls(route).length)).toEqual([1, 1])
  expect(calls(tried)).toHaveLength(2)
  expect(taking.map((route) => stamps(calls(route)))).toEqual([[null], [null]])
})

test('ux.md note 7: a run of one row is one write, and says what was seen; 412 asks again with the new preview', async () => {
  const { alert, answers, calls, text } = await choosing([member], () => ({ body: seen }))
  const asked = alert('Remove 1 member from Innovation Barcelona?')
  await expect.element(asked.getByText('Was given at Meridian Spain')).toBeVisible()
  answers[tried] = { body: byNow }
  answers[taking[0] ?? ''] = overtaken
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.element(text(/^Something has changed since you looked/)).toBeVisible()
  await expect.element(asked.getByText('Was given at Meridian France')).toBeVisible()
  answers[taking[0] ?? ''] = { body: {} }
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.element(text('1 done')).toBeVisible()
  expect(stamps(calls(taking[0] ?? ''))).toEqual(['"first"', '"second"'])
})
