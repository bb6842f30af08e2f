// What the parts of access know of the applications (R9-11): a thousand of them, the last like the first, and nothing
// is asked for a reader who may not have the list.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loss, preview } from '#web/features/access-preview/access-preview.harness.tsx'
import { ChangePreview } from '#web/features/access-preview/change-preview.tsx'
import { ChooseRole } from '#web/features/effective-access/choose-role.tsx'
import { at, entry, marta as member } from '#web/features/members/members.harness.tsx'
import type { SentCall } from '#web/ui/page.harness.tsx'
import { barcelona, close, harness, id, marta } from './feature-parts.harness.tsx'

afterEach(close)

const asked = 'GET /admin/applications'

/** As the server does: as many as were asked for, by the title. `grants` is the last but one. */
const thousand = Array.from({ length: 1000 }, (_, at) =>
  at === 998
    ? { id: 10, name: 'grants', displayName: 'Zeta grants' }
    : { id: 1000 + at, name: `app-${at}`, displayName: `App ${String(at).padStart(4, '0')}` },
)
const applications = {
  [asked]: ({ query }: SentCall) => ({
    body: { items: thousand.slice(0, Number(query.get('take') ?? 25)), count: thousand.length },
  }),
}

/** Others ask for the same list: the menu counts it. */
const takes = (calls: (route: string) => readonly SentCall[]) =>
  new Set(calls(asked).map(({ query }) => `${query.get('take')} ${query.get('orderBy')}`))

const change = { kind: 'move', tenantId: barcelona.id, newParentId: id('b9') } as const
const answers = {
  ...applications,
  'POST /admin/access/preview': { body: preview([loss('c1', 'Beatriz Ricci')]) },
  [`GET /admin/tenants/${barcelona.id}/members/identity`]: {
    body: at(member, { roles: [entry('Manager', 10, 'own')] }),
  },
}

test('R9-11 the preview of a change is filtered by any of a thousand applications, far down as well', async () => {
  const { calls } = await harness(<ChangePreview change={change} />, { answers })
  const choice = page.getByRole('combobox', { name: 'Application' })
  await choice.selectOptions('Zeta grants')
  const last = () => calls('POST /admin/access/preview').at(-1)?.query.get('applicationId')
  await expect.poll(last).toBe('10')
  expect(takes(calls)).toEqual(new Set(['1000 displayName']))
})

const choosing = (
  <ChooseRole
    user={{ ...marta, type: 'User' }}
    tenant={barcelona}
    onChoose={() => undefined}
    onClose={() => undefined}
  />
)

test('R9-11 a role to be explained stands under the title of its application, one of a thousand', async () => {
  const { calls, button } = await harness(choosing, { answers })
  await expect.element(button(/Manager.*Zeta grants/)).toBeVisible()
  expect(takes(calls)).toContain('1000 displayName')
})

test('who may not have the list of applications is not made to ask for it', async () => {
  const { calls, button } = await harness(choosing, { answers, roles: ['User'] })
  await expect.element(button(/Manager/)).toBeVisible()
  expect(calls(asked)).toEqual([])
})
