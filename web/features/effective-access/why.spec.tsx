// The drawer that answers "Why?": the sentence first, then every hop, then what removes it.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Chain } from '#contract/why.ts'
import { entry, marta as member, at } from '#web/features/members/members.harness.tsx'
import { useParts } from '#web/lib/parts.tsx'
import { barcelona, close, harness, id, manager, marta } from '#web/app/admin/feature-parts.harness.tsx'
import { ownHere, throughIberia, unknown, why } from './effective-access.harness.tsx'
import { WhyDrawer } from './why-drawer.tsx'

afterEach(close)

const asked = { user: marta, role: manager, tenant: barcelona }
const open = (
  answer: object = why(),
  { more = {}, onClose = () => {} }: { more?: object; onClose?: () => void } = {},
) =>
  harness(<WhyDrawer {...asked} onClose={onClose} />, {
    answers: { 'GET /admin/access/why': { body: answer }, ...more },
  })

test('"Why?" is answered in one sentence, then hop by hop with who gave it and when, each hop a link', async () => {
  const { dialog, calls } = await open()
  const drawer = dialog('Why does Marta Weber have this role?')
  await expect
    .element(
      drawer.getByText(
        'Marta Weber has it twice: by their own assignment here and through the group Grants Iberia, 2 levels above.',
      ),
    )
    .toBeVisible()
  expect(calls('GET /admin/access/why')[0]?.query.toString()).toBe(
    `userId=${marta.id}&roleId=${manager.id}&tenantId=${barcelona.id}`,
  )
  const second = drawer.getByRole('region', { name: 'Way 2: Through a group' })
  const hops = () =>
    second
      .getByRole('listitem')
      .elements()
      .map((hop) => [...hop.querySelectorAll('.hop-what>*,.hop-by')].map(({ textContent }) => textContent).join(' | '))
  expect(hops()).toEqual([
    'User | Marta Weber | Created by Luca Navarro12-03-2026',
    'Member of group | Grants Iberia | Luca Navarro12-03-2026',
    'Group has an assignment at a tenant above | Meridian Iberia2 levels up | Sofía Romero09-11-2025 · with a request',
    'The assignment passes down | Inheritable is on | (Not set)(Not set)',
    'Role | Managersame scopes as above | Sofía Romero09-11-2025 · with a request',
  ])
  const links = () =>
    second
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'))
  expect(links()).toEqual([
    `/identity/admin/users/${marta.id}`,
    `/identity/admin/groups/${id('9a1')}`,
    `/identity/admin/tenants/${id('b2')}?tab=members`,
    `/identity/admin/applications/10/roles/${manager.id}`,
  ])
  await expect.element(drawer.getByText(/^grants.applications.write/)).toBeVisible()
  await expect
    .element(drawer.getByText('Nothing else gives it: 3 other groups and 4 tenants above were checked.'))
    .toBeVisible()
})

test('a role that is missing has its reasons in words', async () => {
  const missing = [
    { reason: 'locked', tenantId: null, tenantName: null, viaGroup: null },
    {
      reason: 'not-inheritable',
      tenantId: id('b2'),
      tenantName: 'Meridian Iberia',
      viaGroup: { id: id('9a1'), name: 'Grants Iberia' },
    },
    { reason: 'elsewhere', tenantId: id('b3'), tenantName: 'Meridian France', viaGroup: null },
    { reason: 'ended', tenantId: id('b1'), tenantName: 'Innovation Barcelona', viaGroup: null },
  ]
  const { dialog } = await open(
    why({ allowed: false, chains: [], removal: [], alternatives: [], missing: missing as never }),
  )
  const drawer = dialog('Why does Marta Weber not have this role?')
  await expect.element(drawer.getByText('Marta Weber does not have it at all at Innovation Barcelona.')).toBeVisible()
  expect(
    drawer
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Marta Weber is locked: no role counts while that lasts.',
    'The group Grants Iberia has it at Meridian Iberia, but that assignment does not pass down.',
    'It was given at Meridian France, which is not above this tenant.',
    'It was given at Innovation Barcelona and has ended.',
  ])
  await expect
    .element(drawer.getByText('Nothing gives it: 4 other groups and 4 tenants above were checked.'))
    .toBeVisible()
})

test('the mark of a way says how far it came, and who made an account is left out where nobody is known', async () => {
  const throughHere: Chain = { ...throughIberia, row: { ...throughIberia.row, levelsUp: 0 } }
  const { user } = why()
  const { dialog } = await open(why({ user: { ...user, created: unknown }, chains: [throughHere] }))
  const way = dialog(/Why/).getByRole('region', { name: 'Way 1: Through a group' })
  await expect.element(way.getByText('At this tenant', { exact: true })).toBeVisible()
  await expect.element(way.getByRole('listitem').first()).toHaveTextContent('UserMarta Weber')
})

test('what is given to somebody who is locked is shown, and that it does not count', async () => {
  const { dialog } = await open(
    why({
      allowed: false,
      chains: [ownHere],
      missing: [{ reason: 'locked', tenantId: null, tenantName: null, viaGroup: null }],
    }),
  )
  await expect
    .element(
      dialog(/Why/).getByText('It is given to Marta Weber by their own assignment here, but it does not count now:'),
    )
    .toBeVisible()
})

test('who gave it long ago may be unknown, and a group that the system keeps says so', async () => {
  const { dialog } = await open(
    why({
      chains: [
        {
          ...throughIberia,
          viaGroup: { id: id('9a1'), name: 'Users', automated: true, joined: unknown },
          role: { given: unknown, endsOn: '2027-01-31T12:00:00Z' },
        },
      ],
    }),
  )
  const hop = (name: RegExp) => dialog(/Why/).getByRole('listitem').filter({ hasText: name })
  await expect.element(hop(/Member of group/)).toMatchTextContent(/Kept by the system/)
  await expect.element(hop(/of Grants/)).toMatchTextContent(/\(Not set\)\(Not set\)/)
  await expect.element(hop(/of Grants/)).toMatchTextContent(/until 31-01-2027/)
})

test('the explanation is copied as text', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { button, text } = await open()
  await button('Copy as text').click()
  await expect.element(text('Copied')).toBeInTheDocument()
  const copied = String(write.mock.calls[0]?.[0])
  expect(copied).toContain(
    'Marta Weber has it twice: by their own assignment here and through the group Grants Iberia, 2 levels above.',
  )
  expect(copied).toContain('   Member of group: Grants Iberia (Luca Navarro, 12-03-2026)')
  expect(copied).toContain('1. Take Marta Weber out of group Grants Iberia (also ends Manager at 41 other tenants)')
  expect(copied).not.toContain('<b>')
  write.mockRestore()
})

test('what cannot be read says so, with a way to try again', async () => {
  const {
    button,
    alert: _,
    answers,
    text,
  } = await open(undefined, { more: { 'GET /admin/access/why': { status: 503 } } })
  await expect.element(text('The service is busy, please try again in a moment')).toBeVisible()
  answers['GET /admin/access/why'] = { body: why() }
  await button('Try again').click()
  await expect.element(text(/has it/)).toBeVisible()
})

const Opener = ({ role, type }: { role?: typeof manager; type?: 'User' | 'Group' }) => {
  const { explain, WhyButton } = useParts()
  if (!explain || !WhyButton) return null
  return (
    <>
      <button
        type="button"
        onClick={() => explain({ user: { ...marta, ...(type && { type }) }, tenant: barcelona, role })}
      >
        Explain access
      </button>
      <WhyButton user={marta} tenant={barcelona} role={manager} />
    </>
  )
}

const identity = {
  [`GET /admin/tenants/${barcelona.id}/members/identity`]: {
    body: at(member, {
      roles: [
        entry('Manager', 10, 'own'),
        entry('Reader', 10, 'above'),
        entry('Manager', 10, 'above', { viaGroup: { id: id('9a1'), name: 'Grants Iberia' } }),
      ],
    }),
  },
}

test('of somebody as a whole a role is chosen first, each once, and there is a way back to the others', async () => {
  const { button, dialog, calls } = await harness(<Opener />, {
    answers: { ...identity, 'GET /admin/access/why': { body: why() } },
  })
  await button('Explain access').click()
  const choices = () =>
    dialog('Access of Marta Weber')
      .getByRole('listitem')
      .elements()
      .map((line) => line.querySelector('b')?.parentElement?.textContent)
  await expect.poll(choices).toEqual(['ManagerGrants · given here', 'ReaderGrants · given at Meridian Iberia'])
  await button(/Reader/).click()
  await expect.element(dialog('Why does Marta Weber have this role?')).toBeVisible()
  expect(calls('GET /admin/access/why')[0]?.query.get('roleId')).toBe(entry('Reader', 10, 'above').roleId)
  await button('Other roles').click()
  await expect.element(dialog('Access of Marta Weber')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog('Access of Marta Weber')).not.toBeInTheDocument()
  await expect.element(button('Explain access')).toHaveFocus()
})

test('of the roles that are missing one is asked about, too', async () => {
  const none = why({ allowed: false, chains: [], removal: [], alternatives: [], missing: [] })
  const {
    button,
    dialog,
    calls,
    page: screen,
  } = await harness(<Opener />, { answers: { ...identity, 'GET /admin/access/why': { body: none } } })
  await button('Explain access').click()
  const missing = screen.getByRole('combobox', { name: 'A role that is missing' })
  await expect
    .poll(() =>
      [...missing.element().querySelectorAll('optgroup')].map(({ label, textContent }) => `${label}: ${textContent}`),
    )
    .toContain('Grants: Auditor')
  await expect.element(button('Why not?')).toBeDisabled()
  await missing.selectOptions('Auditor')
  await button('Why not?').click()
  await expect.element(dialog('Why does Marta Weber not have this role?')).toBeVisible()
  expect(calls('GET /admin/access/why')[0]?.query.get('roleId')).toBe(entry('Auditor', 10, 'own').roleId)
})

test('of a group it is told where its roles were given', async () => {
  const { button, dialog, link } = await harness(<Opener type="Group" />, { answers: identity })
  await button('Explain access').click()
  await expect.element(dialog(/Access of/).getByText(/What the group was given/)).toBeVisible()
  await expect.element(link(/Reader/)).toHaveAttribute('href', `/identity/admin/tenants/${id('b2')}?tab=members`)
})

test('beside a role one click opens its reason, on a telephone as well', async () => {
  await page.viewport(390, 844)
  const { button, dialog } = await harness(<Opener />, { answers: { 'GET /admin/access/why': { body: why() } } })
  await button('Why Manager at Innovation Barcelona?').click()
  await expect.element(dialog('Why does Marta Weber have this role?').getByText(/has it/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
