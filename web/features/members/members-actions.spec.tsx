// What is done to a member from the list.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { globalTenant } from '#contract/tenants.ts'
import type { WhyTarget } from '#web/features/effective-access/explained.ts'
import { type Parts, ProvideParts } from '#web/lib/parts.tsx'
import { MembersTab } from './members-tab.tsx'
import { barcelona, close, entry, ines, jonas, list, marta, member, show, team } from './members.harness.tsx'
import { path, answers, tab } from './members-list.harness.tsx'

afterEach(close)

test('R3.8-08 turning inheritance on is done at once; turning it off says what the tenants below lose, and changes no role', async () => {
  const { toggle, alert, bodies, answers: all } = await tab()
  all[`POST ${path}`] = ({ body }) => ({ body: { ...ines, ...(body as object) } })
  await toggle('Inheritable: Inês Hoffmann').click()
  await expect
    .poll(() => bodies(`POST ${path}`))
    .toEqual([
      {
        identityType: 'User',
        identityId: ines.identityId,
        email: ines.email,
        displayName: ines.displayName,
        roles: [],
        isInheritable: true,
      },
    ])
  await toggle('Inheritable: Marta Weber').click()
  const question = alert('Stop passing down the roles of Marta Weber?')
  await expect
    .element(
      question
        .getByText(
          'The tenants below Innovation Barcelona lose at once what came from here: Grants · Manager, Signature · Signer.',
          {
            exact: false,
          },
        )
        .first(),
    )
    .toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await question.getByRole('button', { name: 'Stop passing down' }).click()
  await expect
    .poll(() => bodies(`POST ${path}`).at(-1))
    .toMatchObject({ identityId: marta.identityId, roles: [], isInheritable: false })
})

test('a row has its actions in the same order as everywhere, the dangerous one last', async () => {
  const { button, page } = await tab()
  await button('Actions for Marta Weber').click()
  const items = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((one) => one.textContent)
  await expect.poll(items).toEqual(['Edit roles', 'Copy roles to a colleague', 'Remove from this tenant'])
})

test('the history of an assignment is an entry of its own for anyone who may read it, and says so where nothing has changed', async () => {
  const changes: object[] = []
  const LastChanges = (props: { identityId: string; tenantId: string; most?: number; none?: string }) => {
    changes.push(props)
    return <p>{props.none}</p>
  }
  const parts = { LastChanges }
  const shown = (roles: RoleName[]) =>
    show(
      <ProvideParts parts={parts}>
        <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
      </ProvideParts>,
      { roles, answers },
    )
  const { button, item, dialog, page } = await shown(['Administrator'])
  await button('Actions for Marta Weber').click()
  await expect
    .poll(() =>
      page
        .getByRole('menuitem')
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(['Edit roles', 'Copy roles to a colleague', 'History of this assignment', 'Remove from this tenant'])
  await item('History of this assignment').click()
  await expect.element(dialog('History of Marta Weber').getByText('Nothing has changed here so far.')).toBeVisible()
  expect(changes.at(-1)).toMatchObject({ identityId: marta.identityId, tenantId: barcelona.id, most: 50 })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('History of Marta Weber')).not.toBeInTheDocument()
})

test('with an explanation at hand there is an entry for it, on inherited rows as well', async () => {
  let explained = 0
  const { button, item, page } = await tab({ onExplain: () => void (explained += 1) })
  await button('Actions for Jonas Gallo').click()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Explain access'])
  await item('Explain access').click()
  expect(explained).toBe(1)
})

test('whose home page can be looked at has an entry for it: a person, not a group', async () => {
  const seen: object[] = []
  const { button, item, page } = await show(
    <ProvideParts parts={{ seeAs: (user) => void seen.push(user) }}>
      <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
    </ProvideParts>,
    { answers },
  )
  await button('Actions for Innovation Barcelona').click()
  await expect.element(item('Edit roles')).toBeVisible()
  await expect.element(item('See as this person')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await button('Actions for Jonas Gallo').click()
  await item('See as this person').click()
  expect(seen).toEqual([{ id: jonas.identityId, displayName: 'Jonas Gallo' }])
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
})

test('a member is removed after a question that names the roles and what stays', async () => {
  const { button, item, alert, calls, text, answers: all } = await tab()
  all[`DELETE ${path}/${marta.id}`] = { body: {} }
  await button('Actions for Marta Weber').click()
  await item('Remove from this tenant').click()
  const question = alert('Remove Marta Weber from Innovation Barcelona?')
  await expect
    .element(
      question
        .getByText(
          'Marta Weber loses at once at Innovation Barcelona and at every tenant below: Grants · Manager, Signature · Signer. What comes from Meridian Iberia stays.',
          { exact: false },
        )
        .first(),
    )
    .toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.element(text('Marta Weber removed from Innovation Barcelona')).toBeVisible()
  expect(calls(`DELETE ${path}/${marta.id}`)).toHaveLength(1)
})

test('where it can be tried, the question shows what a removal comes to, and promises no other loss', async () => {
  const review = {
    key: 'removal',
    draw: () => <p>1 person loses 1 role</p>,
    stampNow: async () => 'first',
    refresh: async () => {},
  }
  const parts = { previewOf: () => review }
  const { button, item, alert } = await show(
    <ProvideParts parts={parts}>
      <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
    </ProvideParts>,
    { answers },
  )
  await button('Actions for Marta Weber').click()
  await item('Remove from this tenant').click()
  const question = alert('Remove Marta Weber from Innovation Barcelona?')
  await expect
    .element(
      question.getByText(
        'What Marta Weber was given at Innovation Barcelona is taken away at once. This is what it comes to:',
      ),
    )
    .toBeVisible()
  await expect.element(question.getByText('1 person loses 1 role')).toBeVisible()
  await expect.element(question.getByText(/Manager/)).not.toBeInTheDocument()
})

test('R4.8-07 selected own rows are removed one after the other, and what failed is named with the server’s words', async () => {
  const { page, button, alert, dialog, calls, answers: all } = await tab()
  all[`DELETE ${path}/${marta.id}`] = { body: {} }
  all[`DELETE ${path}/${team.id}`] = { status: 409, body: { code: 'last-administrator' } }
  await page.getByRole('checkbox', { name: 'Select Marta Weber' }).click()
  await page.getByRole('checkbox', { name: 'Select Innovation Barcelona' }).click()
  await button('Remove').click()
  await alert('Remove 2 members from Innovation Barcelona?').getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog('Remove: finished').getByText('1 done, 1 failed')).toBeVisible()
  await expect.element(dialog('Remove: finished').getByText(/This would leave nobody with the role God/)).toBeVisible()
  expect(calls(`DELETE ${path}/${jonas.id}`)).toHaveLength(0)
})

test('R6-12 what everybody has at Global is God’s to change, and God’s only', async () => {
  const global = `/admin/tenants/${globalTenant}/members`
  const all = member('9', 'Users', {
    identityType: 'Group',
    tenantId: globalTenant,
    tenantName: 'Global',
    memberCount: null,
    isInheritable: true,
    roles: [entry('Reader', 10, 'own')],
  })
  const open = async (roles: RoleName[]) => {
    const harness = await show(<MembersTab tenantId={globalTenant} tenantTitle="Global" />, {
      roles,
      answers: { [`GET ${global}`]: list(all) },
    })
    await harness.button('Actions for Users').click()
    return harness
  }
  const { item } = await open(['Administrator'])
  await expect.element(item(/Edit roles/)).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(
      item(/Remove from this tenant/)
        .getByText('Only God changes what everybody has', { exact: false })
        .first(),
    )
    .toBeVisible()
  await close()
  const god = await open(['God', 'Administrator'])
  await expect.element(god.item('Edit roles')).toHaveAttribute('aria-disabled', 'false')
  await expect.element(god.toggle('Inheritable: Users')).toBeDisabled()
  // Nobody is here because of Global only.
  await expect.element(god.toggle('Include global users')).not.toBeInTheDocument()
})

const parts = (explained: WhyTarget[]): Partial<Parts> => ({
  explain: (question) => void explained.push(question),
  WhyButton: (question) => (
    <button type="button" onClick={() => explained.push(question)}>{`Why ${question.role?.name}?`}</button>
  ),
})

test('beside every role of a person one click asks why, not of a group and not of the past', async () => {
  const explained: WhyTarget[] = []
  const { row, page, button } = await show(
    <ProvideParts parts={parts(explained)}>
      <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} onExplain={() => {}} />
    </ProvideParts>,
    { answers },
  )
  await row(/Marta Weber/)
    .getByRole('button', { name: 'Why Reader?' })
    .click()
  const reader = marta.roles?.find(({ roleName }) => roleName === 'Reader')
  expect(explained).toEqual([
    {
      user: { id: marta.identityId, displayName: 'Marta Weber' },
      tenant: barcelona,
      role: { id: reader?.roleId, name: 'Reader', applicationName: 'grants' },
    },
  ])
  expect(
    row(/Innovation Barcelona Group/)
      .getByRole('button', { name: /^Why/ })
      .elements(),
  ).toEqual([])
  await button('As of').click()
  await page.getByRole('textbox', { name: 'As of' }).fill('2026-03-05')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => button(/^Why/).elements().length).toBe(0)
  await expect.element(button('Actions for Jonas Gallo')).not.toBeInTheDocument()
})
