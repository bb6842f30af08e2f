import { expect, test } from 'vitest'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { hasAnyRole, roleNames } from '#contract/kernel/role-name.ts'
import type { Claims } from './auth-port.ts'
import { displayName, givenName, identityOf, isValid } from './identity.ts'

const config = {
  clientId: 'identity',
  identityServerUrl: 'https://host.example/identity',
  scopes: 'openid profile identity',
} as RuntimeConfig
const loadedAt = 1_800_000_000_000
const logout = () => {}

const from = (claims: Claims, scopes = ['openid', 'profile', 'identity']) =>
  identityOf({ accessToken: 'access', idToken: 'id', claims, scopes, endsAt: 0 }, { config, loadedAt, logout })

const plain = {
  sub: '7',
  given_name: 'Marta',
  family_name: 'Oliveira',
  name: 'Marta O.',
  email: 'marta@group.example',
  role: ['God', 'Administrator'],
  scope: 'reports',
  group: 'Staff',
  area: 'Customers',
  exp_time: 1_800_003_600,
}
const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const namespaced = {
  [`${soap}nameidentifier`]: '7',
  [`${soap}givenname`]: 'Marta',
  [`${soap}surname`]: 'Oliveira',
  [`${soap}name`]: 'Marta O.',
  [`${soap}emailaddress`]: 'marta@group.example',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': ['God', 'Administrator'],
  scope: 'reports',
  group: ['Staff'],
  area: 'Customers',
  exp_time: '1800003600',
}

test('R3.1-01 the identity has every field that the specification names', () => {
  expect(from(plain)).toEqual({
    accessToken: 'access',
    idToken: 'id',
    profile: { name: 'Marta O.', area: 'Customers' },
    firstName: 'Marta',
    lastName: 'Oliveira',
    id: '7',
    name: 'Marta O.',
    email: 'marta@group.example',
    roles: ['God', 'Administrator'],
    scopes: ['openid', 'profile', 'identity', 'reports'],
    groups: ['Staff'],
    identityUrl: 'https://host.example/identity',
    applicationName: 'identity',
    exp_time: 1_800_003_600,
    logout,
  })
})

test('R3.1-02 namespaced claims give the same identity as plain ones', () => {
  expect(from(namespaced)).toEqual(from(plain))
})

test('R6-01 a role may come alone or in a list, and none is none', () => {
  expect(from({ role: 'Manager' }).roles).toEqual(['Manager'])
  expect(from({}).roles).toEqual([])
  expect(roleNames).toEqual([
    'God',
    'Administrator',
    'UserAdministrator',
    'TenantAdministrator',
    'Manager',
    'User',
    'IdentityConsultant',
    'SystemManager',
  ])
})

test('R6-02 any of several roles is enough, by its exact name', () => {
  expect(hasAnyRole(['User', 'Manager'], ['Administrator', 'Manager'])).toBe(true)
  expect(hasAnyRole(['User'], ['Administrator', 'Manager'])).toBe(false)
  expect(hasAnyRole(['administrator', 'God'], ['Administrator'])).toBe(false)
})

test('R4.5-01 the session ends at exp_time, or 24 hours after loading without it', () => {
  expect(from(plain).exp_time).toBe(1_800_003_600)
  expect(from({}).exp_time).toBe(1_800_000_000 + 86_400)
})

test('R4.1-04 a sign-in is valid with every configured scope, until the session ends', () => {
  expect(isValid(from(plain), config, loadedAt)).toBe(true)
  expect(isValid(from(plain, ['openid', 'profile']), config, loadedAt)).toBe(false)
  expect(isValid(from(plain), config, 1_800_003_600_000)).toBe(false)
})

test('R2.4-02 a missing first or last name gives way to the profile name', () => {
  expect(displayName(from(plain))).toBe('Marta Oliveira')
  expect(displayName(from({ ...plain, family_name: '' }))).toBe('Marta O.')
  expect(givenName(from({ ...plain, given_name: undefined }))).toBe('Marta O.')
})
