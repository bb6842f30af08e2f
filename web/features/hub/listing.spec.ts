import { expect, test } from 'vitest'
import type { HubItem } from '#contract/hub.ts'
import {
  accessible,
  requestableInDrawer,
  homeRedirect,
  inDrawer,
  inOrder,
  matching,
  moved,
  toAskFor,
} from './listing.ts'

const app = (id: number, change: Partial<HubItem> = {}): HubItem => ({
  id,
  title: `App ${id}`,
  description: '',
  name: `app${id}`,
  publicUrl: `https://public.example/${id}`,
  privateUrl: `https://private.example/${id}`,
  prerelease: false,
  hasAccess: true,
  isUserFavorite: false,
  disclaimer: false,
  ...change,
})
const viewer = (roles: string[] = [], prerelease = false) => ({ roles, prerelease })
const ids = (apps: readonly HubItem[]) => apps.map(({ id }) => id)

test('R4.6-08 only the applications with access are the reader’s own', () => {
  expect(ids(accessible([app(2), app(3, { hasAccess: false })], viewer()))).toEqual([2])
})

test('R4.6-04 application 1 is listed for Administrator and UserAdministrator only, whatever hasAccess says', () => {
  expect(ids(accessible([app(1), app(2)], viewer(['Administrator'])))).toEqual([1, 2])
  expect(ids(accessible([app(1), app(2)], viewer(['UserAdministrator'])))).toEqual([1, 2])
  expect(ids(accessible([app(1), app(2)], viewer(['God', 'Manager'])))).toEqual([2])
})

test('R4.6-05 prerelease applications need the query parameter, in both sections', () => {
  const apps = [app(2, { prerelease: true }), app(3, { prerelease: true, hasAccess: false })]
  expect([...accessible(apps, viewer()), ...toAskFor(apps, viewer())]).toEqual([])
  expect(ids([...accessible(apps, viewer([], true)), ...toAskFor(apps, viewer([], true))])).toEqual([2, 3])
})

test('R2.4-10 one asks for the applications without access that have a public address, and no others', () => {
  expect(
    ids(toAskFor([app(2), app(3, { hasAccess: false }), app(4, { hasAccess: false, publicUrl: null })], viewer())),
  ).toEqual([3])
})

test('R2.4-16 R2.4-17 the drawer has Identity Management for Administrator alone, and every application without access', () => {
  const apps = [app(1, { title: 'Identity Management' }), app(2), app(3, { hasAccess: false, publicUrl: null })]
  expect(ids(inDrawer(apps, viewer(['UserAdministrator'])))).toEqual([2])
  expect(ids(inDrawer(apps, viewer(['Administrator'])))).toEqual([1, 2])
  expect(ids(requestableInDrawer(apps, viewer()))).toEqual([3])
})

test('R2.4-05 the search reads titles and descriptions, without regard to accents and case', () => {
  const apps = [app(2, { title: 'Gestão' }), app(3, { description: 'Une demande d’accès' }), app(4)]
  expect(ids(matching(apps, 'GESTAO'))).toEqual([2])
  expect(ids(matching(apps, 'acces demande'))).toEqual([3])
  expect(ids(matching(apps, '  '))).toEqual([2, 3, 4])
})

const home = (apps: HubItem[], change = {}) =>
  homeRedirect({ apps, clientPortalAppId: null, area: 'Spain', viewer: viewer(), ...change })

test('R4.6-01 a customer without application 1 goes to the client portal', () => {
  const customer = { area: 'Customers', clientPortalAppId: 9 }
  expect(home([app(2), app(3), app(9)], customer)).toBe('https://private.example/9')
  expect(home([app(1), app(2), app(9)], { ...customer, viewer: viewer(['Administrator']) })).toBeUndefined()
  expect(home([app(2), app(3), app(9)], { ...customer, area: 'Spain' })).toBeUndefined()
  expect(home([app(2), app(3)], { ...customer, clientPortalAppId: null })).toBeUndefined()
})

test('R4.6-02 the only released application opens by itself, unless it is application 1', () => {
  expect(home([app(2), app(3, { prerelease: true }), app(4, { hasAccess: false })])).toBe('https://private.example/2')
  expect(home([app(2), app(3)])).toBeUndefined()
  expect(home([app(1)], { viewer: viewer(['Administrator']) })).toBeUndefined()
  expect(home([])).toBeUndefined()
})

test('R4.6-07 moving keeps all the others in their order', () => {
  expect(moved([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4])
  expect(moved([1, 2, 3, 4], 3, 0)).toEqual([4, 1, 2, 3])
  expect(moved([1, 2], 7, 0)).toEqual([1, 2])
})

test('R4.6-07 an order that does not name every application leaves the others at the end', () => {
  expect(ids(inOrder([app(1), app(2), app(3)], [3, 1]))).toEqual([3, 1, 2])
})
