// The consultants' page: which tenant, whose people, and what is done with one of them.
import { afterEach, expect, test, vi } from 'vitest'
import { page as screen } from 'vitest/browser'
import { close, marta } from '#web/app/portal.harness.tsx'
import { dismissNotices, drawn, write } from '#web/ui/render.harness.tsx'
import { altamira, biotech, clara, lea, list, matteo, openClients, person, usersOf } from './consultants.harness.tsx'

afterEach(async () => {
  sessionStorage.clear()
  await close()
})

test('R2.6-03 R2.6-04 A-169 My Clients stands in the menu for a consultant and for a service manager, each with a page of their own, and for nobody else', async () => {
  for (const [role, pages] of [
    ['IdentityConsultant', ['/identity/profile/clients']],
    ['SystemManager', ['/identity/profile/service-manager']],
    ['User', []],
  ] as const) {
    const { page } = await openClients({ path: '', role: [role] })
    await expect.element(page.getByRole('link', { name: 'Home' }).first()).toBeVisible()
    expect(
      page
        .getByRole('link', { name: 'My Clients', exact: true })
        .elements()
        .map((link) => link.getAttribute('href')),
    ).toEqual(pages)
    await close()
  }
})

test('the menu entry of the open list keeps its search and filters; from elsewhere it opens the list bare', async () => {
  const menus = [
    ['clients?q=matteo&f.locked=true', 'My Clients', ['IdentityConsultant'], '/identity/profile/clients'],
    ['service-manager?q=matteo', 'My Clients', ['SystemManager'], '/identity/profile/service-manager'],
    [
      'clients?view=requests&q=anna',
      'Access Requests',
      ['TenantAdministrator'],
      '/identity/profile/clients?view=requests',
    ],
  ] as const
  for (const [path, name, role, bare] of menus) {
    const on = await openClients({ path, role: [...role] })
    await on.link(name).click()
    const stays = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
    expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject(stays)
    await close()
    const elsewhere = await openClients({ path: '', role: [...role] })
    await expect.element(elsewhere.link(name)).toHaveAttribute('href', bare)
    await close()
  }
})

test('R2.6-11 anyone who decides requests and looks after nobody finds a title that is true for them', async () => {
  const { button, heading } = await openClients({
    path: 'clients?view=requests',
    role: ['TenantAdministrator', 'User'],
  })
  await expect.element(heading('Access Requests')).toBeVisible()
  await button('Clients').click()
  await expect.element(heading('Clients')).toBeVisible()
})

test('R1-03 R2.6-11 the page shows the people of a tenant, or the requests for access; which of them stands in the address', async () => {
  const { button, row, heading, page } = await openClients()
  await expect.element(heading('My Clients')).toBeVisible()
  await expect.element(row('Matteo Puig')).toBeVisible()
  await expect.element(button(/^Clients/)).toHaveAttribute('aria-pressed', 'true')
  await button('Access Requests').click()
  await expect.poll(() => location.search).toContain('view=requests')
  await expect.element(page.getByRole('table', { name: 'Users of Altamira Energía' })).not.toBeInTheDocument()
  await button('Clients').click()
  await expect.poll(() => location.search).not.toContain('view')
  await expect.element(row('Matteo Puig')).toBeVisible()
})

test('R2.6-13 without any tenant the page says so, and the link asks again', async () => {
  const { text, link, answers, row } = await openClients({ tenants: [] })
  await expect.element(text('You dont have access to any Tenant.')).toBeVisible()
  answers['GET /profile/tenants'] = list([altamira])
  answers[`GET ${usersOf(altamira)}`] = list([matteo])
  await link('Refresh').click()
  await expect.element(row('Matteo Puig')).toBeVisible()
})

test('R9-10 R9-11 a tenant is searched on the server 800 ms after the last letter, 25 by title, and the last one is remembered', async () => {
  const { button, page, calls, row } = await openClients()
  await button(/Altamira Energía/).click()
  const search = page.getByRole('combobox', { name: 'Tenant' })
  await expect.element(search).toHaveAttribute('placeholder', 'Select Tenant...')
  const searched = () =>
    calls('GET /profile/tenants')
      .map(({ path }) => path)
      .find((path) => path.includes('search=bio'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  write(search, 'bio')
  await vi.advanceTimersByTimeAsync(799)
  await drawn()
  expect(searched()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(searched).toBeDefined()
  await page.getByRole('option', { name: /Biotech/ }).click()
  await expect.element(button(/Biotech Llobregat/)).toHaveFocus()
  await expect.element(row('Matteo Puig')).toBeVisible()
  const query = new URLSearchParams(searched()?.split('?')[1])
  expect(Object.fromEntries(query)).toMatchObject({ take: '25', orderBy: 'title', as: 'consultant' })
  // Of this person alone.
  expect(JSON.parse(localStorage.getItem('portico.preferences') ?? '{}').people).toEqual({
    [marta.sub]: { clientTenants: { consultant: biotech.id } },
  })
})

test('R2.6-17 the list has its columns, and begins with the newest change', async () => {
  const { page, row, calls } = await openClients()
  await expect.element(row('Matteo Puig')).toBeVisible()
  await page.viewport(1440, 900)
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent?.trim()),
  ).toEqual([
    'Name',
    'User name',
    'Email',
    'Work Position',
    'Departments',
    'Modified on',
    'Invitation',
    'Status',
    'Permissions',
  ])
  expect(calls(`GET ${usersOf(altamira)}`)[0]?.path).toMatch(/orderBy=modifiedOn(%20|\+)desc/)
})

test('R2.6-18 R2.6-21 who is locked is struck through, a draft has a lock beside it, and says whether a request waits', async () => {
  const { row } = await openClients()
  await expect.element(row('Matteo Puig').getByText('Applied')).toBeVisible()
  expect(row('Matteo Puig').element().querySelector('s')).toBeNull()
  await expect.element(row('Lea Bernard').getByText('lea.bernard', { exact: true })).toBeVisible()
  expect(row('Lea Bernard').element().querySelector('s')?.textContent).toBe('lea.bernard')
  expect(row('Lea Bernard').element().querySelector('.tu-gone svg')).toBeNull()
  expect(row('Clara Domenech').element().querySelector('s')?.textContent).toBe('clara.domenech')
  expect(row('Clara Domenech').element().querySelector('.tu-gone svg')).not.toBeNull()
  await expect.element(row('Clara Domenech').getByText('Waiting', { exact: true })).toBeVisible()
})

test('R2.6-19 ten departments are shown, and how many more there are', async () => {
  const teams = Array.from({ length: 13 }, (_, index) => `Team ${index + 1}`)
  const { row, page } = await openClients({ people: [person(14, 'Ana Ruiz', { teams })] })
  await page.viewport(1440, 900)
  await expect.element(row('Ana Ruiz').getByText('Team 10')).toBeVisible()
  await expect.element(row('Ana Ruiz').getByText('+3')).toBeVisible()
  await expect.element(row('Ana Ruiz').getByText('Team 11')).not.toBeInTheDocument()
})

test('R2.6-20 R8.3-05 R8.4-02 the invitation is sent from the row, but to no draft, and to nobody who may not be invited', async () => {
  const { button, calls, text, answers, page } = await openClients()
  // Another click counts once the one before is answered.
  const send = async () => {
    await expect.element(button('Send the invitation to Matteo Puig')).toHaveAttribute('aria-busy', 'false')
    await button('Send the invitation to Matteo Puig').click()
  }
  const route = `POST ${usersOf(altamira)}/${matteo.id}/invite`
  answers[route] = { body: { success: true, errors: [] } }
  await send()
  await expect.element(text('Invitation mail sent successfully.')).toBeVisible()
  answers[route] = { body: { success: false, errors: ['Not this one'], code: 'invitation-of-locked' } }
  await send()
  await expect.element(text('User Is Locked Out')).toBeVisible()
  const failed = text('Failed to send invitation mail. Please try again later.')
  await expect.element(failed).toBeVisible()
  dismissNotices()
  await expect.element(failed).not.toBeInTheDocument()
  answers[route] = { status: 500 }
  await send()
  await expect.element(failed).toBeVisible()
  expect(calls(route)).toHaveLength(3)
  expect(page.getByRole('button', { name: `Send the invitation to ${clara.displayName}` }).elements()).toEqual([])
  await expect.element(button(`Send the invitation to ${lea.displayName}`)).toHaveAttribute('aria-disabled', 'true')
})

test('R2.6-22 the list is filtered by type of user and by status', async () => {
  const { page, row, calls } = await openClients()
  await expect.element(row('Matteo Puig')).toBeVisible()
  const last = () => calls(`GET ${usersOf(altamira)}`).at(-1)?.path
  const type = page.getByRole('combobox', { name: 'User type' })
  await type.selectOptions('Internal')
  await expect.poll(last).toContain('userType=1')
  await type.selectOptions('External')
  await expect.poll(last).toContain('userType=2')
  await page.getByRole('combobox', { name: 'Status' }).selectOptions('Waiting')
  await expect.poll(last).toContain('status=Waiting')
})

test('R2.6-23 requests are uploaded for people who are there, or with new ones', async () => {
  const { button, page, dialog } = await openClients()
  await button('Bulk upload').click()
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Permission requests for existing users', 'New users with their permission requests'])
  await page.getByRole('menuitem', { name: 'New users with their permission requests' }).click()
  const upload = dialog('New users with their permission requests')
  await expect.element(upload.getByRole('button', { name: 'Download the template' })).toBeVisible()
})

test('that nobody is there yet is said in the middle of what is seen of a table, wider or not', async () => {
  for (const [width, wider] of [
    [769, true],
    [1440, false],
    [390, false],
  ] as const) {
    await screen.viewport(width, 900)
    const { page } = await openClients({ people: [] })
    const hint = page.getByText('Create the first user, or upload a list.')
    await expect.element(hint).toBeVisible()
    const place = document.querySelector('.et-scroll')
    expect((place?.scrollWidth ?? 0) > (place?.clientWidth ?? 0)).toBe(wider)
    const seen = place?.getBoundingClientRect() ?? new DOMRect()
    const said = hint.element().getBoundingClientRect()
    expect([said.left >= seen.left, said.right <= seen.right]).toEqual([true, true])
    expect(Math.abs(said.left + said.right - seen.left - seen.right)).toBeLessThan(3)
    await close()
  }
})
