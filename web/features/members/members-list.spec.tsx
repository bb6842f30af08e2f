import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { MembersTab } from './members-tab.tsx'
import {
  above,
  at,
  barcelona,
  close,
  entry,
  iberia,
  list,
  marta,
  member,
  show,
  team,
  type Answers,
} from './members.harness.tsx'
import { path, tab } from './members-list.harness.tsx'

afterEach(close)

test('R2.5-41 R3.8-08 members stand under what was given here and what comes from above, with how many there are', async () => {
  const { row, text, calls, page } = await tab()
  await expect.element(text(/Given here/)).toBeVisible()
  await expect.element(page.getByText('Given here · 3 members')).toBeVisible()
  await expect.element(page.getByText('Inherited from above · 1 member, changed only where it was given')).toBeVisible()
  const sentQuery = calls(`GET ${path}`)[0]?.query
  expect(sentQuery?.get('includeHierarchy')).toBe('true')
  expect(sentQuery?.get('orderBy')).toBe('hierarchyType asc')
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

test('R2.5-41 R7.11-10 those who are here because of Global only are left out until they are asked for', async () => {
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

test('R4.7-02 anyone who is from outside, and anyone who cannot sign in, is marked beside the name, the latter crossed out as well', async () => {
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
  await page.getByRole('button', { name: 'As of' }).click()
  await page.getByRole('textbox', { name: 'As of' }).fill('2026-03-05')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls(`GET ${path}`).at(-1)?.query.get('asOf')).toBe('2026-03-05')
  await expect.element(row(/Marta Weber/).getByRole('switch')).toBeDisabled()
  row(/Marta Weber/)
    .getByRole('switch')
    .element()
    .closest<HTMLElement>('[tabindex="0"]')
    ?.focus()
  await expect
    .element(page.getByRole('tooltip'))
    .toHaveTextContent('This is how it stood on 05-03-2026: nothing is changed in the past.')
  await expect
    .element(
      row(/Marta Weber/)
        .getByRole('checkbox')
        .first(),
    )
    .toBeDisabled()
})

test('As of: the day is typed, or picked from the calendar below the field', async () => {
  const { page, calls } = await tab()
  const asked = () => calls(`GET ${path}`).at(-1)?.query.get('asOf')
  await page.getByRole('button', { name: 'As of' }).click()
  await expect.element(page.getByRole('textbox', { name: 'As of' })).toHaveFocus()
  await expect.element(page.getByRole('grid')).toBeVisible()
  await page.getByRole('textbox', { name: 'As of' }).fill('2026-03-05')
  await page.getByRole('button', { name: /^Friday,? 6 March 2026/ }).click()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'As of 06-03-2026' })).toHaveFocus()
  await expect.poll(asked).toBe('2026-03-06')
})

test('As of: what is no day, or still to come, is said there, and Enter leaves it in sight', async () => {
  const { page, calls } = await tab()
  await page.getByRole('button', { name: 'As of' }).click()
  const field = page.getByRole('textbox', { name: 'As of' })
  for (const [typed, said] of [
    ['31-12-2999', /^Choose a day no later than /],
    ['99-99', 'Write the day as DD-MM-YYYY'],
  ] as const) {
    await field.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveAccessibleDescription(said)
    await expect.element(field).toHaveFocus()
  }
  expect(calls(`GET ${path}`).every(({ query }) => !query.has('asOf'))).toBe(true)
})

test('A-191 As of: of a day when there was no such tenant it is said, and nobody is shown', async () => {
  const more: Answers = {
    [`GET ${path}`]: ({ query }) =>
      query.get('asOf') ? { body: { items: [], count: 0, absent: ['tenant'] } } : list(marta),
  }
  const { text, page } = await tab({ more })
  await page.getByRole('button', { name: 'As of' }).click()
  await page.getByRole('textbox', { name: 'As of' }).fill('2026-03-05')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(text('“Innovation Barcelona” did not exist on 05-03-2026: nobody had anything there.'))
    .toBeVisible()
})
