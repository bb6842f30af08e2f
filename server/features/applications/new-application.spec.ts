// An application as it comes from the API signs people in, and stops when it is disabled, gets another secret, or goes.
import { decodeProtectedHeader } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccessToken } from '#contract/access-tokens.ts'
import type { Application } from '#contract/applications.ts'
import type { ApplicationRole } from '#contract/application-roles.ts'
import { apiCaller, type Bearer } from '#server/spec/testing/api-caller.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, claimsOf, type Person, signIn } from '#server/spec/testing/people.ts'
import { addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { land, verified } from '#server/spec/testing/relying-party.ts'

const secret = 'chosen when it was made'

let portico: TestPortico
let owner: Person
let bearer: Bearer
let person: Person
let application: Application
beforeAll(async () => {
  portico = await startTestPortico()
  owner = await addPerson(portico, { roles: ['Administrator'] })
  bearer = (await signIn(portico, owner)).bearer
  person = await addPerson(portico)
})
let made = 0
beforeEach(async () => {
  application = await create()
})
afterAll(() => portico.close())

const { call } = apiCaller(
  () => portico,
  '',
  () => bearer,
)

const create = async (more: object = {}) => {
  const name = `new-${++made}`
  return (
    await call<Application>('POST', '/admin/applications', {
      body: {
        name,
        displayName: name,
        redirectUris: [`http://localhost:9/${name}/callback`],
        postLogoutUris: [`http://localhost:9/${name}/`],
        sharedSecret: secret,
        ...more,
      },
    })
  ).body
}

const relyingParty = async (
  { name, redirectUris: [redirectUri = ''] }: Application,
  credentials: { secret?: string; alg?: string } = {},
) => {
  const how = credentials.secret === '' ? client.None() : client.ClientSecretBasic(credentials.secret ?? secret)
  const config = await client.discovery(
    new URL(portico.identityUrl),
    name,
    { id_token_signed_response_alg: credentials.alg ?? 'RS256' },
    how,
    { execute: [client.allowInsecureRequests] },
  )
  const signInHere = async (browser = createBrowser(portico.origin)) => {
    const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email offline_access',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const landed = await land(portico, browser, url, person)
    return {
      browser,
      landed,
      tokens: () =>
        client.authorizationCodeGrant(config, landed, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        }),
    }
  }
  return { config, signInHere }
}
const addRole = async (scopes: string[]) => {
  const role = (await call<ApplicationRole>('POST', `/admin/app/${application.id}/roles`, { body: { name: 'Seller' } }))
    .body
  for (const scope of scopes)
    await call('POST', `/admin/app/${application.id}/roles/${role.id}/scopes`, { body: { scope } })
  await assignRole(portico, { identityId: person.id, roleId: role.id })
  return role
}

describe('R6-03 an application that an Administrator has just made', () => {
  test('T83 A-200 signs with RS256 unless it was told otherwise, as libraries expect that were told nothing', async () => {
    const algOf = async (made: Application, alg: string) => {
      const { id_token: token = '' } = await (await (await relyingParty(made, { alg })).signInHere()).tokens()
      return decodeProtectedHeader(token).alg
    }
    expect([application.protocol.idTokenAlg, await algOf(application, 'RS256')]).toEqual(['RS256', 'RS256'])
    expect(await algOf(await create({ protocol: { idTokenAlg: 'ES256' } }), 'ES256')).toBe('ES256')
  })

  test('signs a person in within two seconds, with the roles and scopes of the application', async () => {
    const began = performance.now()
    await addRole(['goods.sell', 'goods/read:all'])
    await call('POST', `/admin/scopedpermission/${application.id}/${person.id}`, { body: { scope: 'goods.export' } })
    const tokens = await (await (await relyingParty(application)).signInHere()).tokens()
    expect(performance.now() - began).toBeLessThan(2000)
    const { payload } = await verified(portico, tokens.id_token ?? '', application.name)
    expect(payload).toMatchObject({
      sub: person.id,
      role: ['Seller'],
      scope: ['goods.export', 'goods.sell', 'goods/read:all'],
    })
  })

  test('speaks as it was told to: implicit, RS256, namespaced claims', async () => {
    const answered = await create({
      protocol: { publicClient: true, responseTypes: ['id_token token'], idTokenAlg: 'RS256', namespacedClaims: true },
    })
    const browser = createBrowser(portico.origin)
    const request = new URLSearchParams({
      client_id: answered.name,
      redirect_uri: answered.redirectUris[0] ?? '',
      response_type: 'id_token token',
      scope: 'openid profile',
      state: 's',
      nonce: 'n',
    })
    const landed = await land(portico, browser, `${portico.identityUrl}/connect/authorize?${request}`, person)
    const claims = claimsOf<Record<string, string>>(new URLSearchParams(landed.hash.slice(1)).get('id_token') ?? '')
    expect(claims['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress']).toBe(person.email)
  })

  test('lets a machine in by itself only where it was allowed to', async () => {
    const scopes = ['goods.read']
    const machine = await create({ protocol: { clientCredentials: true, clientScopes: scopes } })
    expect(
      await client.clientCredentialsGrant((await relyingParty(machine)).config, { scope: 'goods.read' }),
    ).toMatchObject({ scope: 'goods.read' })
    await expect(
      client.clientCredentialsGrant((await relyingParty(application)).config, { scope: 'goods.read' }),
    ).rejects.toThrow()
  })
})

/** Clients are remembered for two seconds by each instance. */
const forgotten = () => new Promise((resolve) => setTimeout(resolve, 2100))

describe('an application that changes', () => {
  test('with a new secret takes the new one and refuses the old one', async () => {
    expect(
      (await call('PATCH', `/admin/applications/${application.id}`, { body: { sharedSecret: 'another secret of it' } }))
        .status,
    ).toBe(200)
    const old = await (await relyingParty(application)).signInHere()
    await expect(old.tokens()).rejects.toThrow()
    const now = await (await relyingParty(application, { secret: 'another secret of it' })).signInHere()
    expect((await now.tokens()).access_token).toEqual(expect.any(String))
  })

  test('that is disabled signs nobody in, and what it was given before is worth nothing', async () => {
    const { config, signInHere } = await relyingParty(application)
    const { browser, tokens } = await signInHere()
    const { access_token: token, refresh_token: refresh } = await tokens()
    await call('PATCH', `/admin/applications/${application.id}`, { body: { enabled: false } })
    expect(await portico.database.query(`select 1 from oidc_payload where client_id = $1`, [application.name])).toEqual(
      [],
    )
    expect(
      (await fetch(`${portico.identityUrl}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)
    await forgotten()
    await expect(client.refreshTokenGrant(config, refresh ?? '')).rejects.toThrow()
    expect((await signInHere(browser)).landed.searchParams.get('code')).toBeNull()
    await call('PATCH', `/admin/applications/${application.id}`, { body: { enabled: true } })
    expect(
      (await fetch(`${portico.identityUrl}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)
  })
})

describe('R6-08 an application that is deleted', () => {
  test('goes by an Administrator who owns it, and by nobody else', async () => {
    const others = { administrator: ['Administrator'], god: ['God', 'Administrator'] }
    for (const [name, roles] of Object.entries(others)) {
      const as = (await signIn(portico, await addPerson(portico, { roles }))).bearer
      expect([name, (await call('DELETE', `/admin/applications/${application.id}`, { as })).status]).toEqual([
        name,
        403,
      ])
    }
    const ownerOnly = await addPerson(portico, { roles: ['UserAdministrator'] })
    await call('PUT', `/admin/applications/${application.id}/owners`, { body: { owners: [owner.id, ownerOnly.id] } })
    expect(
      (await call('DELETE', `/admin/applications/${application.id}`, { as: (await signIn(portico, ownerOnly)).bearer }))
        .status,
    ).toBe(403)
    expect((await call('DELETE', `/admin/applications/${application.id}`)).body).toEqual({})
    expect((await call('GET', `/admin/applications/${application.id}`)).status).toBe(404)
    expect((await call('DELETE', `/admin/applications/${application.id}`)).status).toBe(404)
  })

  test('takes its tokens, grants, roles, memberships and requests along, and a new one of its name inherits none of them', async () => {
    const { config, signInHere } = await relyingParty(application)
    const { browser, tokens } = await signInHere()
    const { access_token: token, refresh_token: refresh } = await tokens()
    const role = await addRole(['goods.sell'])
    await call('POST', `/admin/scopedpermission/${application.id}/${person.id}`, { body: { scope: 'goods.export' } })
    const personal = (
      await call<AccessToken & { token: string }>('POST', '/keys', {
        body: {
          name: application.name,
          applicationName: application.name,
          expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
        },
      })
    ).body
    const request = await requested(role.id)
    expect((await call('DELETE', `/admin/applications/${application.id}`)).status).toBe(200)

    const left = async (sql: string, value: unknown) =>
      (await portico.database.query(`select 1 from ${sql} = $1`, [value])).length
    expect([
      await left('oidc_payload where client_id', application.name),
      await left('access_token where id', personal.id),
      await left('scoped_permission where application_id', application.id),
      await left('current_role_assignment where role_id', role.id),
      await left('role where id', role.id),
    ]).toEqual([0, 0, 0, 0, 0])
    expect(
      await portico.database.query(`select requested_roles as roles from operation_request where id = $1`, [request]),
    ).toEqual([{ roles: [] }])
    expect(
      (await fetch(`${portico.identityUrl}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)

    await create({ name: application.name, redirectUris: application.redirectUris })
    await forgotten()
    await expect(client.refreshTokenGrant(config, refresh ?? '')).rejects.toThrow()
    expect(
      (await fetch(`${portico.identityUrl}/connect/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)
    expect(claimsOf<{ role: string[] }>((await (await signInHere(browser)).tokens()).id_token ?? '').role).toEqual([])
    const [event] = await portico.database.query<{ before: object }>(
      `select before from audit_event where type = 'application.removed' and subject = $1`,
      [String(application.id)],
    )
    expect(event?.before).toMatchObject({ name: application.name, redirectUris: application.redirectUris })
  })

  test('does not keep the people who were signed in to it from signing out', async () => {
    const { signInHere } = await relyingParty(application)
    const { browser, tokens } = await signInHere()
    await tokens()
    await call('DELETE', `/admin/applications/${application.id}`)
    await forgotten()
    const answer = await browser.get('/identity/connect/endsession')
    expect(answer.status).toBeLessThan(400)
  })
})

const requested = async (roleId: string) => {
  const tenantId = await addTenant(portico)
  const [row] = await portico.write((tx) =>
    tx.query<{ id: string }>(
      `insert into operation_request (id, identity_id, identity_type, tenant_id, request_type, status, requested_roles, created_on, modification_date)
       values (gen_random_uuid(), $1, 'User', $2, 'Permission', 'WaitingForApprover', $3, now(), now()) returning id`,
      [person.id, tenantId, [roleId]],
    ),
  )
  return row?.id
}
