// Somebody else's home page, looked at without being them.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { app, close, open } from '#web/app/portal.harness.tsx'
import { chloe, list, luca, whole } from '#web/features/users/users.harness.tsx'

afterEach(close)

const permissionsOf = (user: typeof luca, roles: readonly string[]) => ({
  body: {
    groups: [],
    applicationPermissions:
      roles.length > 0
        ? [
            {
              applicationName: 'identity.global',
              roles,
              applicationId: 3,
              displayName: 'Identity Management',
              roleEntries: [],
            },
          ]
        : [],
    user: {
      id: user.id,
      userName: user.userName,
      displayName: 'Luca Navarro',
      email: user.email,
      locked: user.locked,
      draft: user.draft,
    },
    tenant: null,
  },
})

const items = [
  app(1, { title: 'Identity Management' }),
  app(4, { title: 'Signature', isUserFavorite: true }),
  app(3, { title: 'Grants' }),
  app(8, { title: 'Scanner', hasAccess: false, publicUrl: 'https://scanner.example/' }),
  app(9, { title: 'Vault', hasAccess: false }),
  app(10, { title: 'Next year', prerelease: true }),
]

const seen = async ({
  user = luca,
  roles = [] as readonly string[],
  role = ['Administrator'],
  of = items,
  server = { down: false },
} = {}) => {
  const harness = await open({
    at: '/identity/admin/users',
    who: { role },
    answers: {
      'GET /admin/users': list(luca, chloe),
      [`GET /admin/users/${user.id}`]: { body: whole(user) },
      'GET /admin/areas': list(),
      [`GET /applications/info/${user.id}`]: () =>
        server.down
          ? { status: 500, body: { title: 'Something failed' } }
          : { body: { data: { items: of, count: of.length } } },
      [`GET /admin/users/check/permissions/${user.id}`]: permissionsOf(user, roles),
    },
  })
  const name = `${user.firstName} ${user.lastName}`
  await harness.button(`Actions for ${name}`).click()
  const entry = harness.page.getByRole('menuitem', { name: 'See as this person' })
  return { ...harness, entry, drawer: harness.dialog(`The applications of ${name}`) }
}

const titles = (section: Element) => [...section.querySelectorAll('.da-name')].map(({ textContent }) => textContent)

test('their applications stand in their order, with their favourites, and what they would have to ask for below', async () => {
  const { entry, drawer } = await seen()
  await entry.click()
  const own = drawer.getByRole('region', { name: /^Your applications/ })
  await expect.element(own).toBeVisible()
  expect(titles(own.element())).toEqual(['Signature', 'Grants'])
  expect(own.getByRole('img', { name: 'Favorite' }).elements()).toHaveLength(1)
  expect(titles(drawer.getByRole('region', { name: /^Do you want to access/ }).element())).toEqual(['Scanner'])
})

test('nothing opens from there, and Escape leads back to the row', async () => {
  const { entry, drawer, button } = await seen()
  await entry.click()
  await expect.element(drawer.getByText('Grants', { exact: true })).toBeVisible()
  expect(drawer.getByRole('link').elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(button('Actions for Luca Navarro')).toHaveFocus()
})

test('R4.6-04 their roles decide whether Identity Management is among them, not those of the reader', async () => {
  const { entry, drawer } = await seen({ roles: ['UserAdministrator'] })
  await entry.click()
  const own = drawer.getByRole('region', { name: /^Your applications/ })
  await expect.element(own.getByText('Identity Management')).toBeVisible()
})

test('somebody locked opens nothing and asks for nothing, and it says why', async () => {
  const { entry, drawer } = await seen({ user: chloe, of: items.map((item) => ({ ...item, hasAccess: false })) })
  await entry.click()
  await expect.element(drawer.getByText('This person opens nothing now', { exact: false })).toBeVisible()
  expect(drawer.getByRole('region', { name: /^Do you want to access/ }).elements()).toEqual([])
})

test('what cannot be read is said, and read again', async () => {
  const server = { down: true }
  const { entry, drawer } = await seen({ server })
  await entry.click()
  await expect.element(drawer.getByRole('alert')).toBeVisible()
  server.down = false
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect.element(drawer.getByText('Grants', { exact: true })).toBeVisible()
})
