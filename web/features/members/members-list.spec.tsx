import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { globalTenant } from '#contract/tenants.ts'
import { type AccessParts, AccessPartsContext, type Explained } from '#web/lib/access-parts.ts'
import { MembersTab } from './members-tab.tsx'
import {
  above,
  at,
  barcelona,
  close,
  entry,
  iberia,
  ines,
  jonas,
  list,
  marta,
  member,
  show,
  team,
  type Answers,
} from './members.harness.tsx'

afterEach(close)

const path = `/admin/tenants/${barcelona.id}/members`
const everybody = [marta, team, ines, jonas]

/** The server counts what is asked for. */
const answers: Answers = {
  [`GET ${path}`]: ({ query }) => {
    const type = query.get('hierarchyType')
    const items = type ? everybody.filter(({ hierarchyType }) => hierarchyType === type) : everybody
    return query.get('take') === '0' ? { body: { items: [], count: items.length } } : list(...items)
  },
}
const tab = async ({
  roles = ['Administrator'] as RoleName[],
  more = {} as Answers,
  at: where = '/here',
  onExplain = undefined as (() => void) | undefined,
} = {}) => {
  const harness = await show(
    <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} {...(onExplain && { onExplain })} />,
    { roles, answers: { ...answers, ...more }, at: where },
  )
  await expect.element(harness.row(/Marta Weber/)).toBeVisible()
  return harness
}

test('R2.5-41 R3.8-08 members stand under what was given here and what comes from above, with how many there are', async () => {
  const { row, text, calls, page } = await tab()
  await expect.element(text(/Given here/)).toBeVisible()
  await expect.element(page.getByText('Given here · 3 members')).toBeVisible()
  await expect.element(page.getByText('Inherited from above · 1 member, changed only where it was given')).toBeVisible()
  const asked = calls(`GET ${path}`)[0]?.query
  expect(asked?.get('includeHierarchy')).toBe('true')
  expect(asked?.get('orderBy')).toBe('hierarchyType asc')
  await expect
    .element(
      row(/Innovation Barcelona/)
        .getByText('Group · 24 people', { exact: false })
        .first(),
    )
    .toBeVisible()
  expect([...document.querySelectorAll('.et-section')]).toHaveLength(2)
  await page.getByRole('button', { name: 'Member', exact: true }).click()
  await expect.poll(() => document.querySelectorAll('.et-section').length).toBe(0)
})

test('R3.8-05 a role is a solid chip where it was given, a dashed one with a lock where it is inherited', async () => {
  const { row } = await tab()
  const line = row(/Marta Weber/).element()
  expect([...line.querySelectorAll('.rc.own')].map(({ textContent }) => textContent)).toEqual(['Manager', 'Signer'])
  expect([...line.querySelectorAll('.rc.inh')].map(({ textContent }) => textContent)).toEqual(['Reader', 'Viewer'])
  expect(line.querySelector('.rc.inh [aria-label]')?.getAttribute('aria-label')).toBe('Inherited from Meridian Iberia')
  await expect
    .element(
      row(/Marta Weber/)
        .getByText('Both', { exact: false })
        .first(),
    )
    .toBeVisible()
  await expect
    .element(row(/Marta Weber/).getByRole('link', { name: 'Meridian Iberia' }))
    .toHaveAttribute('href', `/identity/admin/tenants/${iberia.id}?tab=members`)
})

test('R4.8-07 an inherited row is locked: no box, no menu, no switch, and a link to where it is changed', async () => {
  const { row, page, button } = await tab()
  const line = row(/Jonas Gallo/)
  await expect.element(line).toHaveClass('locked')
  expect(line.element().querySelector('input')).toBeNull()
  await expect
    .element(line.getByRole('img', { name: /cannot be selected: Given at Meridian Iberia and changed there/ }))
    .toBeVisible()
  await expect
    .element(line.getByRole('link', { name: 'Edit there: Jonas Gallo at Meridian Iberia' }))
    .toHaveAttribute('href', `/identity/admin/tenants/${iberia.id}?tab=members&q=Jonas%20Gallo`)
  await expect.element(button('Actions for Jonas Gallo')).not.toBeInTheDocument()
  await page.getByRole('checkbox', { name: 'Select this page of Members' }).click()
  await expect.element(page.getByText('3 selected')).toBeVisible()
})

test('R7.11-10 those who are here because of Global only are left out until they are asked for', async () => {
  const { calls, toggle, history } = await tab()
  expect(calls(`GET ${path}`).every(({ query }) => query.get('excludeUserGlobal') === 'true')).toBe(true)
  await expect.element(toggle('Include global users')).not.toBeChecked()
  await toggle('Include global users').click()
  await expect.poll(() => calls(`GET ${path}`).at(-1)?.query.get('excludeUserGlobal')).toBe('false')
  expect(history.location.search).toContain('f.global=true')
})

test('R2.5-41 the list is narrowed by type and by application, and a link to it shows the same', async () => {
  const { calls, page } = await tab({ at: '/here?f.applicationId=11' })
  expect(calls(`GET ${path}`)[0]?.query.get('applicationId')).toBe('11')
  await page.getByRole('combobox', { name: 'Type' }).selectOptions('By hierarchy')
  await expect
    .poll(() =>
      calls(`GET ${path}`)
        .findLast(({ query }) => query.get('take') === '10')
        ?.query.get('hierarchyType'),
    )
    .toBe('ByHierarchy')
  await expect.element(page.getByText(/Inherited from above · 1 member/)).toBeVisible()
  expect(calls('GET /admin/applications')[0]?.query.get('take')).toBe('1000')
})

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
  const asked = alert('Stop passing down the roles of Marta Weber?')
  await expect
    .element(
      asked
        .getByText('The tenants below Innovation Barcelona lose at once what came from here: Manager, Signer.', {
          exact: false,
        })
        .first(),
    )
    .toBeVisible()
  await expect.element(asked.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await asked.getByRole('button', { name: 'Stop passing down' }).click()
  await expect
    .poll(() => bodies(`POST ${path}`).at(-1))
    .toMatchObject({ identityId: marta.identityId, roles: [], isInheritable: false })
})

test('R4.8-05 a row has its actions in the same order as everywhere, the dangerous one last', async () => {
  const { button, page } = await tab()
  await button('Actions for Marta Weber').click()
  const items = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((one) => one.textContent)
  await expect.poll(items).toEqual(['Edit roles', 'Copy roles to a colleague', 'Remove from this tenant'])
})

test('R4.8-05 the history of a row is an entry of its own for whoever may read it, and says so where nothing has changed', async () => {
  const seen: object[] = []
  const LastChanges = (props: { identityId: string; tenantId: string; most?: number; none?: string }) => {
    seen.push(props)
    return <p>{props.none}</p>
  }
  const parts = {
    explain: () => {},
    WhyButton: () => null,
    ChangePreview: () => null,
    LastChanges,
    LastMoves: () => null,
  }
  const shown = (roles: RoleName[]) =>
    show(
      <AccessPartsContext value={parts}>
        <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
      </AccessPartsContext>,
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
    .toEqual(['Edit roles', 'Copy roles to a colleague', 'History of this row', 'Remove from this tenant'])
  await item('History of this row').click()
  await expect.element(dialog('History of Marta Weber').getByText('Nothing has changed here so far.')).toBeVisible()
  expect(seen.at(-1)).toMatchObject({ identityId: marta.identityId, tenantId: barcelona.id, most: 50 })
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('History of Marta Weber')).not.toBeInTheDocument()
})

test('R7.7-05 the members are exported as they are shown, from the menu of the toolbar', async () => {
  const { button, item, calls, text } = await tab({
    at: '/here?f.applicationId=11',
    more: { [`GET ${path}/export`]: { body: { success: true, errors: [], process: {} } } },
  })
  await button('More for Members').click()
  await item('Export').click()
  await expect.poll(() => calls(`GET ${path}/export`)[0]?.query.get('applicationId')).toBe('11')
  expect(calls(`GET ${path}/export`)[0]?.query.get('includeHierarchy')).toBe('true')
  await expect.element(text(/^The export goes on in the background/)).toBeVisible()
})

test('R4.7-02 whoever is from outside, and whoever cannot sign in, is marked beside the name, the latter crossed out as well', async () => {
  const people = [member('5', 'Clara Stone', { external: true }), member('6', 'Paul Rivers', { locked: true })]
  const { row } = await show(<MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />, {
    answers: { [`GET ${path}`]: list(...people) },
  })
  await expect.element(row(/Clara Stone/).getByText('External')).toBeVisible()
  await expect.element(row(/Paul Rivers/).getByText('Locked', { exact: true })).toBeVisible()
  const crossed = () => [...document.querySelectorAll('.who .gone')].map(({ textContent }) => textContent)
  expect(crossed()).toEqual(['Paul Rivers'])
  expect(
    row(/Clara Stone/)
      .element()
      .querySelectorAll('.st'),
  ).toHaveLength(1)
})

test('R4.8-05 with an explanation at hand there is an entry for it, on inherited rows as well', async () => {
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

test('R4.8-05 a member is removed after a question that names the roles and what stays', async () => {
  const { button, item, alert, calls, text, answers: all } = await tab()
  all[`DELETE ${path}/${marta.id}`] = { body: {} }
  await button('Actions for Marta Weber').click()
  await item('Remove from this tenant').click()
  const asked = alert('Remove Marta Weber from Innovation Barcelona?')
  await expect
    .element(
      asked
        .getByText(
          'Marta Weber loses at once at Innovation Barcelona and at every tenant below: Manager, Signer. What comes from Meridian Iberia stays.',
          { exact: false },
        )
        .first(),
    )
    .toBeVisible()
  await expect.element(asked.getByRole('button', { name: 'Keep' })).toHaveFocus()
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect.element(text('Marta Weber removed from Innovation Barcelona')).toBeVisible()
  expect(calls(`DELETE ${path}/${marta.id}`)).toHaveLength(1)
})

test('R4.8-05 where it can be tried, the question shows what a removal comes to, and promises no other loss', async () => {
  const parts = {
    explain: () => {},
    WhyButton: () => null,
    ChangePreview: () => <p>1 person loses 1 role</p>,
    LastChanges: () => null,
    LastMoves: () => null,
  }
  const { button, item, alert } = await show(
    <AccessPartsContext value={parts}>
      <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
    </AccessPartsContext>,
    { answers },
  )
  await button('Actions for Marta Weber').click()
  await item('Remove from this tenant').click()
  const asked = alert('Remove Marta Weber from Innovation Barcelona?')
  await expect
    .element(
      asked.getByText(
        'What Marta Weber was given at Innovation Barcelona is taken away at once. This is what it comes to:',
      ),
    )
    .toBeVisible()
  await expect.element(asked.getByText('1 person loses 1 role')).toBeVisible()
  await expect.element(asked.getByText(/Manager/)).not.toBeInTheDocument()
})

test('R4.8-07 selected own rows are removed one after the other, and what failed is named with the server’s words', async () => {
  const { page, button, alert, dialog, calls, answers: all } = await tab()
  all[`DELETE ${path}/${marta.id}`] = { body: {} }
  all[`DELETE ${path}/${team.id}`] = { status: 409, body: { message: 'Somebody was faster' } }
  await page.getByRole('checkbox', { name: 'Select Marta Weber' }).click()
  await page.getByRole('checkbox', { name: 'Select Innovation Barcelona' }).click()
  await button('Remove').click()
  await alert('Remove 2 members from Innovation Barcelona?').getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog('Remove').getByText('1 done, 1 failed')).toBeVisible()
  await expect.element(dialog('Remove').getByText(/Somebody was faster/)).toBeVisible()
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

test('R6-06 an Administrator sees the members that are groups, and opens their roles like anybody’s', async () => {
  const { button, item, dialog, calls, answers: all } = await tab()
  all[`GET ${path}/identity`] = { body: at(team) }
  await button('Actions for Innovation Barcelona').click()
  await item('Edit roles').click()
  await expect.element(dialog('Innovation Barcelona').getByText('Master Data')).toBeVisible()
  expect(calls(`GET ${path}/identity`)[0]?.query.get('isGroup')).toBe('true')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Innovation Barcelona')).not.toBeInTheDocument()
})

test('R3.8-08 where nobody was given anything there is a text and a way on', async () => {
  const { text, button, dialog } = await show(<MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />, {
    answers: { [`GET ${path}`]: list() },
  })
  await expect.element(text('Nobody has been given anything here yet')).toBeVisible()
  await button('Add member').click()
  await expect.element(dialog('Add a member to Innovation Barcelona')).toBeVisible()
})

test('R4.8-07 what is inherited twice and more is still one row with all its roles', async () => {
  const many = member('7', 'Beatriz Ricci', {
    ...above,
    roles: [10, 11, 12, 13, 14, 15].map((application) => entry(`Role ${application}`, application, 'above')),
  })
  const { row, text } = await show(<MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />, {
    answers: { [`GET ${path}`]: list(many) },
  })
  await expect.element(row(/Beatriz Ricci/)).toBeVisible()
  await expect.element(text('and 2 more applications')).toBeVisible()
})

test('As of: a day in the past asks how it stood then, and nothing of it can be changed', async () => {
  const { row, page, calls } = await tab()
  await page.getByLabelText('As of').fill('2026-03-05')
  await expect.poll(() => calls(`GET ${path}`).at(-1)?.query.get('asOf')).toBe('2026-03-05')
  await expect.element(row(/Marta Weber/).getByRole('switch')).toBeDisabled()
  await expect
    .element(row(/Marta Weber/).getByRole('switch'))
    .toHaveAttribute('title', 'This is how it stood on 05-03-2026: nothing is changed in the past.')
  await expect
    .element(
      row(/Marta Weber/)
        .getByRole('checkbox')
        .first(),
    )
    .toBeDisabled()
})

test('A-191 As of: of a day when there was no such tenant it is said, and nobody is shown', async () => {
  const more: Answers = {
    [`GET ${path}`]: ({ query }) =>
      query.get('asOf') ? { body: { items: [], count: 0, absent: ['tenant'] } } : list(marta),
  }
  const { text, page } = await tab({ more })
  await page.getByLabelText('As of').fill('2026-03-05')
  await expect
    .element(text('“Innovation Barcelona” did not exist on 05-03-2026: nobody had anything there.'))
    .toBeVisible()
})

const parts = (explained: Explained[]): AccessParts => ({
  explain: (asked) => void explained.push(asked),
  WhyButton: (asked) => (
    <button type="button" onClick={() => explained.push(asked)}>{`Why ${asked.role?.name}?`}</button>
  ),
  ChangePreview: () => null,
  LastChanges: () => null,
  LastMoves: () => null,
})

test('beside every role of a person one click asks why, not of a group and not of the past', async () => {
  const explained: Explained[] = []
  const { row, page, button } = await show(
    <AccessPartsContext value={parts(explained)}>
      <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} onExplain={() => {}} />
    </AccessPartsContext>,
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
  await page.getByLabelText('As of').fill('2026-03-05')
  await expect.poll(() => button(/^Why/).elements().length).toBe(0)
  await expect.element(button('Actions for Jonas Gallo')).not.toBeInTheDocument()
})
