// What an entry says, in the words of the reader's language.
import { afterEach, expect, test } from 'vitest'
import type { Language } from '#contract/kernel/language.ts'
import type { SystemLogDetail } from '#contract/log-entries.ts'
import { close } from '#web/app/portal.harness.tsx'
import { at, id, opened } from './logs.harness.tsx'

afterEach(close)

const linesOf = async (language: Language, change: Partial<SystemLogDetail>) => {
  const { page } = await at('/logs?tab=system&entry=42', {
    language,
    more: { 'GET /admin/systemlog/42': { body: { ...opened, ...change } } },
  })
  const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
  await expect.element(panel.getByRole('table')).toBeVisible()
  // Fields have the names of forms once the texts of refusals are there.
  return () => ({
    heading: panel.getByRole('heading', { level: 2 }).element().textContent,
    fact: [...(document.querySelector('.lg-facts > div')?.children ?? [])].map(({ textContent }) => textContent),
    rows: panel
      .getByRole('table')
      .getByRole('row')
      .elements()
      .slice(1)
      .map(({ children }) =>
        [...children].map((cell) => {
          const items = [...cell.querySelectorAll('li')].map(({ textContent }) => textContent)
          return items.length > 0 ? items : cell.textContent
        }),
      ),
  })
}

test('R3.8-16 R9-19 fields, choices and the type of an entry are said in the language of the page', async () => {
  const lines = await linesOf('de', {
    operation: 'user.ended',
    changes: 4,
    metaData: {
      subject: id('a2'),
      after: {
        cause: 'locked',
        userName: 'ines',
        applications: [7, 9],
        sessions: 2,
        language: 'pt-br',
        dueOn: '2026-12-24',
      },
    },
  })
  const rows = [
    ['Ursache', 'nichts', 'Konto gesperrt'],
    ['Benutzername', 'nichts', 'ines'],
    ['Anwendungen', 'nichts', '7, 9'],
    ['Sitzungen', 'nichts', '2'],
    ['Sprache', 'nichts', 'Portugiesisch (Brasilien)'],
    ['Fällig', 'nichts', '24-12-2026'],
  ]
  await expect.poll(lines).toEqual({ heading: 'Benutzer: Beendet', fact: ['Vorgang', 'user.ended'], rows })
})

test('R3.8-16 an operation of the specification is said as well, and the reason of a refusal', async () => {
  const lines = await linesOf('es', {
    operation: 'LockUser',
    metaData: { subject: id('a2'), before: { locked: false }, after: { locked: true, reason: 'not-found' } },
  })
  const rows = [
    ['Bloqueado', 'No', 'Sí'],
    ['Motivo', 'nada', expect.any(String)],
  ]
  await expect.poll(lines).toEqual({ heading: 'Se bloqueó a un usuario', fact: ['Operación', 'LockUser'], rows })
  await expect.poll(() => document.querySelector('.lg-diff')?.textContent).not.toContain('not-found')
})

test('R3.8-17 what has no name of its own is a list of its fields, never JSON', async () => {
  const member = {
    id: id('e1'),
    tenantId: id('f1'),
    identityType: 'User',
    identityId: id('a2'),
    isInheritable: true,
    roles: [{ roleId: id('d1'), role: 'Grants: Manager', endsOn: '2026-12-24T12:00:00' }],
  }
  const lines = await linesOf('en', {
    metaData: {
      subject: id('a2'),
      before: { access: [member], eventTypes: ['user.locked', 'area.created'], firstBreak: null },
      after: { access: [], eventTypes: ['user.locked'], firstBreak: { what: 'entry-edited', number: 17 } },
    },
  })
  const rows = [
    [
      'Access',
      'Tenant: Client Company, Kind of member: User, Member: Inês Hoffmann, Also for tenants below: Yes, ' +
        'Roles: Grants: Manager until 24-12-2026 12:00:00',
      'nothing',
    ],
    ['Events', 'User: Locked, Area: Created', 'User: Locked'],
    ['First break', 'nothing', ['What: An entry was edited', 'Number: 17']],
  ]
  await expect.poll(lines).toMatchObject({ rows })
  expect(document.querySelector('.lg-diff')?.textContent).not.toMatch(/[{}"]/)
})

test('R3.6-04 the provider of a sign-in is said in the language of the page: in the list, its filter and the entry', async () => {
  for (const [language, provider, local] of [
    ['en', 'Provider', 'Local'],
    ['de', 'Anbieter', 'Lokal'],
  ] as const) {
    const { page } = await at('/logs?tab=authentication&entry=3', { language })
    const panel = page.getByRole('complementary').or(page.getByRole('dialog'))
    await expect.element(panel.getByText(local, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('cell', { name: local, exact: true }).first()).toBeInTheDocument()
    const options = page.getByRole('combobox', { name: provider }).element().querySelectorAll('option')
    expect([...options].map(({ value, textContent }) => [value, textContent])).toEqual([
      ['', provider],
      ['Local', local],
      ['Microsoft', 'Microsoft'],
    ])
    await close()
  }
})
