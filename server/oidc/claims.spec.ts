// What tokens say about a person, and from which of their roles it comes (domain-model 4.2).
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, claimsOf, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { addRelyingParty, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addRelyingParty(portico, { name: 'shop', role: 'Clerk', scopes: ['orders.read', 'orders.write'] })
})
afterAll(() => portico.close())

const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

const addGroup = async (name: string, member: Person) => {
  const id = crypto.randomUUID()
  await portico.database.query(
    `insert into user_group (id, name, area_id) select $1, $2, id from area where is_default`,
    [id, name],
  )
  await portico.database.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
    id,
    member.id,
  ])
  return id
}

const accessClaims = async (person: Person, party = shop) => {
  const claims = (await party.signIn(person)).tokens.claims()
  return { role: claims?.['role'], scope: claims?.['scope'], group: claims?.['group'] }
}

describe('who it is', () => {
  test('R3.1-01 subject, names, e-mail, area and the session’s end', async () => {
    const person = await addPerson(portico, {
      firstName: 'Marta',
      lastName: 'Keller',
      areaName: 'Customers',
      language: 'de',
    })
    expect((await shop.signIn(person)).tokens.claims()).toMatchObject({
      sub: person.id,
      name: 'Marta Keller',
      given_name: 'Marta',
      family_name: 'Keller',
      preferred_username: person.userName,
      email: person.email,
      email_verified: false,
      area: 'Customers',
      locale: 'de',
      role: [],
      scope: [],
      group: ['Users'],
      exp_time: expect.any(Number),
    })
  })

  test('R3.1-01 a missing name falls back to the user name', async () => {
    const person = await addPerson(portico, { firstName: '', lastName: '' })
    expect((await shop.signIn(person)).tokens.claims()?.['name']).toBe(person.userName)
  })

  test('R3.1-02 an application that reads namespaced URIs gets those as well, with the same values', async () => {
    const old = await addRelyingParty(portico, { name: 'old', role: 'Clerk', protocol: { namespacedClaims: true } })
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: old.roleId })
    const claims = (await old.signIn(person)).tokens.claims() as Record<string, unknown>
    expect(claims).toMatchObject({
      given_name: 'Ana',
      family_name: 'Ruiz',
      name: 'Ana Ruiz',
      email: person.email,
      role: ['Clerk'],
    })
    expect(claims).toMatchObject({
      [`${soap}/givenname`]: claims['given_name'],
      [`${soap}/surname`]: claims['family_name'],
      [`${soap}/nameidentifier`]: claims['sub'],
      [`${soap}/name`]: claims['name'],
      [`${soap}/emailaddress`]: claims['email'],
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': claims['role'],
    })
    expect(
      Object.keys((await shop.signIn(person)).tokens.claims() ?? {}).filter((name) => name.startsWith('http')),
    ).toEqual([])
  })

  test('without the profile scope a token tells neither name nor rights', async () => {
    const { tokens } = await shop.signIn(await addPerson(portico), { scope: 'openid' })
    for (const name of ['name', 'email', 'role', 'scope', 'group', 'area'])
      expect(tokens.claims()).not.toHaveProperty(name)
  })
})

describe('what they may', () => {
  test('roles of the application, with the scopes of those roles, given directly at a tenant', async () => {
    const person = await addPerson(portico)
    await assignRole(portico, {
      identityId: person.id,
      roleId: shop.roleId,
      tenantId: await addTenant(portico),
      inheritable: false,
    })
    expect(await accessClaims(person)).toEqual({
      role: ['Clerk'],
      scope: ['orders.read', 'orders.write'],
      group: ['Users'],
    })
  })

  test('roles that come through a group, whose name is told', async () => {
    const person = await addPerson(portico)
    await assignRole(portico, {
      identityId: await addGroup('Counter staff', person),
      identityType: 'Group',
      roleId: shop.roleId,
    })
    expect(await accessClaims(person)).toEqual({
      role: ['Clerk'],
      scope: ['orders.read', 'orders.write'],
      group: ['Counter staff', 'Users'],
    })
  })

  test('a scoped permission adds its scope without a role', async () => {
    const person = await addPerson(portico)
    await portico.database.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values (gen_random_uuid(), $1, $2, 'orders.export')`,
      [shop.id, person.id],
    )
    expect(await accessClaims(person)).toMatchObject({ role: [], scope: ['orders.export'] })
  })

  test('each once, however many ways it comes', async () => {
    const person = await addPerson(portico)
    for (const tenantId of [await addTenant(portico), await addTenant(portico)])
      await assignRole(portico, { identityId: person.id, roleId: shop.roleId, tenantId })
    await portico.database.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values (gen_random_uuid(), $1, $2, 'orders.read')`,
      [shop.id, person.id],
    )
    expect(await accessClaims(person)).toEqual({
      role: ['Clerk'],
      scope: ['orders.read', 'orders.write'],
      group: ['Users'],
    })
  })

  test('nothing of another application: neither roles, nor scopes, nor scoped permissions', async () => {
    const other = await addRelyingParty(portico, { name: 'other', role: 'Chief', scopes: ['other.all'] })
    const person = await addPerson(portico, { roles: ['Administrator'] })
    await assignRole(portico, { identityId: person.id, roleId: other.roleId })
    await portico.database.query(
      `insert into scoped_permission (id, application_id, user_id, scope) values (gen_random_uuid(), $1, $2, 'other.more')`,
      [other.id, person.id],
    )
    expect(await accessClaims(person)).toMatchObject({ role: [], scope: [] })
    expect(await accessClaims(person, other)).toMatchObject({ role: ['Chief'], scope: ['other.all', 'other.more'] })
  })

  test('R6-01 the portal’s roles come from its own two applications only: an Administrator elsewhere is nobody here', async () => {
    const imposter = await addRelyingParty(portico, { name: 'imposter', role: 'Administrator' })
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: imposter.roleId })
    const { tokens, browser, bearer } = await signIn(portico, person)
    expect(claimsOf<{ role: string[] }>(tokens.id_token).role).toEqual(['User'])
    expect((await browser.get(`/api/v1/account/lock/${(await addPerson(portico)).id}`, bearer)).status).toBe(403)
    const real = await addPerson(portico, { roles: ['Administrator', 'Manager'] })
    expect(claimsOf<{ role: string[] }>((await signIn(portico, real)).tokens.id_token).role).toEqual([
      'Administrator',
      'Manager',
      'User',
    ])
  })

  test('a change of rights shows at the next renewal, in the id_token and in userinfo alike', async () => {
    const person = await addPerson(portico)
    const { tokens } = await shop.signIn(person)
    await assignRole(portico, { identityId: person.id, roleId: shop.roleId })
    const renewed = await client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
    expect(renewed.claims()?.['role']).toEqual(['Clerk'])
    const userinfo = await createBrowser(portico.origin).get('/identity/connect/userinfo', {
      authorization: `Bearer ${renewed.access_token}`,
    })
    expect(userinfo.json()).toMatchObject({ role: ['Clerk'], scope: ['orders.read', 'orders.write'] })
  })

  test('R4.1-04 every signed-in person holds the portal’s own scopes', async () => {
    const { tokens } = await signIn(portico, await addPerson(portico))
    expect(tokens).toMatchObject({ scope: 'openid profile identity' })
  })
})
