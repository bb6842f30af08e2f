// The write of each change of a member carries the stamp of the preview that was shown in its question
// (docs/decisions/0027).
import { afterEach, expect, test } from 'vitest'
import { at, list, marta, team } from '#web/features/members/members.harness.tsx'
import { MembersTab } from '#web/features/members/members-tab.tsx'
import { RoleEditor } from '#web/features/members/role-editor.tsx'
import { TenantRoles } from '#web/features/members/tenant-roles.tsx'
import { barcelona, close, harness } from '#web/app/admin/feature-parts.harness.tsx'
import { loss, preview } from './access-preview.harness.tsx'

afterEach(close)

const tried = 'POST /admin/access/preview'
const path = `/admin/tenants/${barcelona.id}/members`
const identity = { id: marta.identityId, type: 'User', displayName: marta.displayName, email: marta.email } as const
const seen = { body: preview([loss('c1', 'Marta Weber')]) }
const byNow = { body: { ...seen.body, stamp: 'second' } }
const overtaken = {
  status: 412,
  body: { code: 'preview-changed', message: 'Something else would happen by now', preview: byNow.body },
}
const none = () => {}

const editor = <RoleEditor base="admin" identity={identity} tenant={barcelona} onClose={none} />
const tab = <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} />
const places = <TenantRoles identity={identity} onClose={none} />
const user = { id: identity.id, tenants: [barcelona] }

const answers = {
  [`GET ${path}`]: list(marta, team),
  [`GET ${path}/identity`]: { body: at(marta) },
  [`GET /admin/users/${identity.id}`]: { body: user },
  [tried]: seen,
}

type Screen = Awaited<ReturnType<typeof harness>>
const menu = async ({ button, item }: Screen) => {
  await button('Actions for Marta Weber').click()
  await item('Remove from this tenant').click()
}

test.each([
  {
    what: 'a role is closed',
    content: editor,
    begin: ({ button }: Screen) => button('Remove Manager').click(),
    yes: 'Revoke role',
    write: `PUT ${path}/${marta.id}`,
  },
  {
    what: 'an application is revoked',
    content: editor,
    begin: ({ toggle }: Screen) => toggle('Access to Grants').click(),
    yes: 'Revoke here',
    write: `POST ${path}/revokeAccess`,
  },
  {
    what: 'roles stop passing down, in the editor',
    content: editor,
    begin: ({ toggle }: Screen) => toggle('Inheritable').click(),
    yes: 'Stop passing down',
    write: `POST ${path}`,
  },
  {
    what: 'roles stop passing down, in the list',
    content: tab,
    begin: ({ toggle }: Screen) => toggle('Inheritable: Marta Weber').click(),
    yes: 'Stop passing down',
    write: `POST ${path}`,
  },
  { what: 'a member is removed', content: tab, begin: menu, yes: 'Remove', write: `DELETE ${path}/${marta.id}` },
  {
    what: 'all of it is taken from somebody',
    content: places,
    begin: ({ button }: Screen) => button('Remove all permissions').click(),
    yes: 'Remove all permissions',
    write: `DELETE /admin/tenantIdentities/${identity.id}`,
  },
])('ux.md note 7: as it was seen, or asked again: $what', async ({ content, begin, yes, write }) => {
  const shown = await harness(content, { answers: { ...answers, [write]: overtaken } })
  await begin(shown)
  const asked = shown.page.getByRole('alertdialog')
  await expect.element(asked.getByText('Was given at Meridian Spain')).toBeVisible()
  shown.answers[tried] = byNow
  await asked.getByRole('button', { name: yes }).click()
  await expect.element(asked.getByText(/^Something has changed since you looked/)).toBeVisible()
  shown.answers[write] = { body: write.startsWith('DELETE') ? {} : at(marta) }
  await asked.getByRole('button', { name: yes }).click()
  await expect.element(asked).not.toBeInTheDocument()
  expect(shown.calls(write).map(({ headers }) => headers.get('if-match'))).toEqual(['"first"', '"second"'])
})
