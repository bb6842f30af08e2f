// A renewed token tells how things are now, and no renewal outlives the session or what let the person in.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import {
  addRelyingParty,
  fragmentOf,
  implicitRequest,
  land,
  type RelyingParty,
  verified,
} from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addRelyingParty(portico, { name: 'shop', role: 'Clerk', scopes: ['orders.read'] })
})
afterAll(() => portico.close())

const renew = (tokens: client.TokenEndpointResponse) =>
  client.refreshTokenGrant(shop.config, tokens.refresh_token ?? '')
const accessClaimsIn = ({ claims }: { claims(): Record<string, unknown> | undefined }) => {
  const userClaims = claims()
  return { role: userClaims?.['role'], scope: userClaims?.['scope'], group: userClaims?.['group'] }
}
const nothing = { role: [], scope: [], group: ['Users'] }
const everything = { role: ['Clerk'], scope: ['orders.read'], group: ['Users'] }

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

describe('A-57 what is taken away', () => {
  test('A-57 a role is gone from the next id_token and from userinfo, its scopes with it', async () => {
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: shop.roleId })
    const { tokens } = await shop.signIn(person)
    expect(accessClaimsIn(tokens)).toEqual(everything)
    await portico.database.query(`delete from tenant_member where identity_id = $1`, [person.id])
    const renewed = await renew(tokens)
    expect(accessClaimsIn(renewed)).toEqual(nothing)
    expect(await client.fetchUserInfo(shop.config, renewed.access_token, person.id)).toMatchObject(nothing)
  })

  test('A-57 so it is when the person leaves the group, and when a silent request renews', async () => {
    const person = await addPerson(portico)
    const groupId = await addGroup('Counter', person)
    await assignRole(portico, {
      identityId: groupId,
      identityType: 'Group',
      roleId: shop.roleId,
      tenantId: await addTenant(portico),
    })
    const { tokens, browser } = await shop.signIn(person)
    expect(accessClaimsIn(tokens)).toEqual({ ...everything, group: ['Counter', 'Users'] })
    await portico.database.query(`delete from group_member where group_id = $1`, [groupId])
    expect(accessClaimsIn(await renew(tokens))).toEqual(nothing)
    const { url, finish } = await shop.begin({ prompt: 'none' })
    expect(accessClaimsIn(await finish(await land(portico, browser, url)))).toEqual(nothing)
  })

  test('a new name and a new address show as well', async () => {
    const person = await addPerson(portico)
    const { tokens } = await shop.signIn(person)
    await portico.database.query(`update portal_user set first_name = 'Eva', email = $2 where id = $1`, [
      person.id,
      `eva-${person.email}`,
    ])
    expect((await renew(tokens)).claims()).toMatchObject({
      sub: person.id,
      given_name: 'Eva',
      name: 'Eva Ruiz',
      email: `eva-${person.email}`,
    })
  })

  test('A-111 a person who is restricted to applications with a role is renewed no longer where the role is gone', async () => {
    const person = await addPerson(portico, { restricted: true })
    await assignRole(portico, { identityId: person.id, roleId: shop.roleId })
    const { tokens, browser } = await shop.signIn(person)
    await portico.database.query(`delete from tenant_member where identity_id = $1`, [person.id])
    const silent = await land(portico, browser, (await shop.begin({ prompt: 'none' })).url)
    expect(silent.searchParams.get('error')).toBe('access_denied')
    expect((await land(portico, browser, (await shop.begin()).url)).pathname).toBe('/identity/account/accessDenied')
    await expect(renew(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(
      (
        await createBrowser(portico.origin).get('/identity/connect/userinfo', {
          authorization: `Bearer ${tokens.access_token}`,
        })
      ).status,
    ).toBe(401)
  })
})

describe('A-111 what lets a restricted person in', () => {
  const refused = async (person: Person) =>
    (await land(portico, createBrowser(portico.origin), (await shop.begin()).url, person)).pathname ===
    '/identity/account/accessDenied'

  test('A-111 a role through a group does, at whatever tenant', async () => {
    const person = await addPerson(portico, { restricted: true })
    const groupId = await addGroup('Let in', person)
    expect(await refused(person)).toBe(true)
    await assignRole(portico, {
      identityId: groupId,
      identityType: 'Group',
      roleId: shop.roleId,
      tenantId: await addTenant(portico),
      inheritable: false,
    })
    expect(await refused(person)).toBe(false)
  })

  test('A-111 a role of another application and a role of the portal do not', async () => {
    const other = await addRelyingParty(portico, { name: 'other' })
    const person = await addPerson(portico, { restricted: true, roles: ['Administrator'] })
    await assignRole(portico, { identityId: person.id, roleId: other.roleId })
    expect(await refused(person)).toBe(true)
  })
})

test('T19 a renewal that fails while it is written changes nothing: the token is good for another one', async () => {
  const { tokens } = await shop.signIn(await addPerson(portico))
  await portico.database.execute(
    `create function fail_on_purpose() returns trigger language plpgsql as $$ begin raise exception 'on purpose'; end $$`,
  )
  await portico.database.execute(
    `create trigger fail_on_purpose before insert on oidc_payload for each row execute function fail_on_purpose()`,
  )
  await expect(renew(tokens)).rejects.toThrow('unexpected HTTP response')
  await portico.database.execute(`drop trigger fail_on_purpose on oidc_payload`)
  expect((await renew(tokens)).refresh_token).toBeTruthy()
})

describe('R3.1-01 the end of the session', () => {
  const endOf = async ({ id }: Person) =>
    (
      await portico.database.query<{ ends: number }>(
        `select extract(epoch from expires_on)::int as ends from session where user_id = $1`,
        [id],
      )
    ).map(({ ends }) => ends)

  test('R3.1-01 is told alike by code, refresh, userinfo, the implicit answer and a second application, and use does not move it', async () => {
    const person = await addPerson(portico)
    const unitOfWork = await addRelyingParty(portico, {
      name: 'ledger',
      protocol: { responseTypes: ['id_token token'] },
    })
    const { tokens, browser } = await shop.signIn(person)
    await portico.database.query(
      `update session set expires_on = expires_on - interval '1 hour', payload = jsonb_set(payload, '{exp}', to_jsonb((payload ->> 'exp')::int - 3600)) where user_id = $1`,
      [person.id],
    )
    const [end] = await endOf(person)
    const renewed = await renew(tokens)
    const answer = fragmentOf(await land(portico, browser, implicitRequest(portico, unitOfWork)))
    const { payload } = await verified(portico, answer['id_token'] ?? '', 'ledger')
    const userClaims = await client.fetchUserInfo(shop.config, renewed.access_token, person.id)
    expect([renewed.claims()?.['exp_time'], payload['exp_time'], userClaims['exp_time']]).toEqual([end, end, end])
    expect((await signIn(portico, person, { browser })).tokens.id_token).toBeTruthy()
    expect(await endOf(person)).toEqual([end])
  })

  const endings: Record<string, (person: Person, browser: Browser) => Promise<unknown>> = {
    'the end of the session': ({ id }) =>
      portico.database.query(`update session set expires_on = now() where user_id = $1`, [id]),
    'a sign-out at the provider': async (_, browser) => {
      const page = await browser.get(client.buildEndSessionUrl(shop.config, {}).href)
      await browser.request('POST', '/identity/connect/endsession/confirm', {
        form: { xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '', logout: 'yes' },
      })
    },
    'a sign-out at the portal': async (_, browser) => browser.get('/api/v1/account/logout'),
  }
  for (const [name, end] of Object.entries(endings))
    test(`${name} ends renewal and userinfo, for anyone who was given offline access as well`, async () => {
      const person = await addPerson(portico)
      const { tokens, browser } = await shop.signIn(person, { scope: 'openid offline_access', prompt: 'consent' })
      expect(tokens.scope).toBe('openid offline_access')
      await end(person, browser)
      await expect(renew(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
      expect(
        (
          await createBrowser(portico.origin).get('/identity/connect/userinfo', {
            authorization: `Bearer ${tokens.access_token}`,
          })
        ).status,
      ).toBe(401)
    })
})
