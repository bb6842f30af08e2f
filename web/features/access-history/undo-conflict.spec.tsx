// What stands in the way of an undo, for a reader of German (R8.1-03, A-23).
import { afterEach, beforeEach, expect, test } from 'vitest'
import { list } from '#web/features/members/members.harness.tsx'
import { preferences } from '#web/lib/preferences.ts'
import { barcelona, close, harness, id, marta } from '#web/app/admin/feature-parts.harness.tsx'
import { LastChanges } from './last-changes.tsx'

beforeEach(() => preferences.write({ currentLanguage: 'de' }))
afterEach(async () => {
  await close()
  localStorage.removeItem(preferences.key)
})

test('R8.1-03 A-23 an undo that cannot be made says why in German, by the codes of the answer', async () => {
  const change = {
    id: 9,
    at: new Date(Date.now() - 60_000).toISOString(),
    by: { id: id('e1'), name: 'luca.navarro' },
    tenantId: barcelona.id,
    tenantName: barcelona.title,
    added: ['Signature · Signer'],
    removed: [],
    before: { isInheritable: false, roles: [] },
    after: { isInheritable: false, roles: [] },
    undoable: true,
  }
  const { button, text } = await harness(<LastChanges identityId={marta.id} tenantId={barcelona.id} />, {
    answers: {
      'GET /admin/access/changes': list(change),
      'POST /admin/access/undo/9': {
        status: 409,
        body: {
          code: 'undo-conflict',
          message: 'This cannot be undone any more: the tenant Acme is gone; the tree would be too deep',
          reasons: [
            { code: 'tenant-gone', data: { name: 'Acme' } },
            { code: 'too-deep', data: {} },
          ],
        },
      },
    },
  })
  await button(/^Rückgängig/).click()
  await expect
    .element(
      text(
        'Das lässt sich nicht mehr rückgängig machen: die Einheit „Acme“ gibt es nicht mehr; die Hierarchie würde zu tief',
      ),
    )
    .toBeVisible()
})
