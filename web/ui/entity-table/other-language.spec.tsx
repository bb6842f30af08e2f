// What the server refuses, for a reader of German: by its code, never in the server's English (R8.1-03, A-23).
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { preferences } from '#web/lib/preferences.ts'
import { areaId, close, show } from './entity-table.harness.tsx'

beforeEach(() => preferences.write({ currentLanguage: 'de' }))
afterEach(async () => {
  await close()
  localStorage.removeItem(preferences.key)
})

const row = (index: number) => document.querySelectorAll('.et-table tbody tr')[index] as HTMLElement
const saved = async (status: number, body: object) => {
  const harness = await show({ refuse: { [`PATCH /admin/areas/${areaId(1)}`]: { status, body } } })
  await expect.poll(harness.loaded).toBeGreaterThan(0)
  await userEvent.dblClick(row(0))
  await harness.field('Name').fill('Zentrale')
  await harness.button('Speichern').click()
  return harness
}

test('R8.1-03 A-23 a field that breaks a rule says so in German', async () => {
  const { text, field } = await saved(400, {
    code: 'invalid',
    message: 'name: name must have at most 200 characters',
    errors: [
      {
        field: 'name',
        message: 'name must have at most 200 characters',
        code: 'field-too-long',
        data: { maximum: '200' },
      },
    ],
  })
  await expect.element(text('Höchstens 200 Zeichen')).toBeVisible()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
})

test('R8.1-03 A-23 a name that is taken marks its field, in German', async () => {
  const { text, field } = await saved(409, {
    code: 'area-name-taken',
    message: 'There is already an area with this name',
    errors: [{ field: 'name', message: 'There is already an area with this name', code: 'area-name-taken', data: {} }],
  })
  await expect.element(text('Es gibt bereits einen Bereich mit diesem Namen')).toBeVisible()
  await expect.element(field('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Name')).toHaveFocus()
})

test('R8.1-03 A-23 a refusal that is about no field says so in German, by its code', async () => {
  const { text } = await saved(409, {
    code: 'area-is-system',
    message: 'This area belongs to the system: it can be neither renamed nor deleted',
    errors: [],
  })
  await expect
    .element(text(/Dieser Bereich gehört zum System: Er kann weder umbenannt noch gelöscht werden/))
    .toBeVisible()
})

test('R8.1-03 A-23 what broke unforeseen says so in German, with its reference', async () => {
  const { text } = await saved(500, { code: 'unknown', message: 'Unknown error', reference: 'r-9' })
  await expect.element(text(/Unbekannter Fehler\. Referenz: r-9/)).toBeVisible()
})

test('R8.1-03 A-23 the faulty rows of an import say why in German, columns by their titles', async () => {
  const issues = [
    { field: 'email', code: 'email-not-valid', data: {} },
    { code: 'area-unknown', data: { name: 'Nirgendwo' } },
  ]
  const reason = 'email: Invalid email address. There is no area “Nirgendwo”'
  const { button, page, text } = await show({
    refuse: {
      'POST /admin/users/bulk_insert': {
        status: 200,
        body: {
          success: false,
          totalElements: 2,
          importedElements: 0,
          errors: [{ row: 2, reason, issues }],
          warnings: [],
          rows: [
            { row: 2, state: 'error', label: 'ana', reason, issues },
            {
              row: 3,
              state: 'error',
              label: 'luca',
              reason: 'Told by a newer server',
              issues: [{ code: 'new', data: {} }],
            },
          ],
        },
      },
    },
  })
  await button('Massenimport').click()
  await page.getByLabelText(/hier ablegen oder auswählen/).upload(new File(['x'], 'users.xlsx'))
  await expect.element(text(/email: Ungültige E-Mail-Adresse\. Es gibt keinen Bereich „Nirgendwo“/)).toBeVisible()
  await expect.element(text(/Told by a newer server/)).toBeVisible()
})
