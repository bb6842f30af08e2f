// Which applications let a person in: disabled ones nobody, any other everybody, except the restricted.
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { assignRole } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { addRelyingParty, land, type RelyingParty } from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let shop: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico()
  shop = await addRelyingParty(portico, { name: 'shop' })
})
afterAll(() => portico.close())

describe('a restricted person', () => {
  test('R8.6-12 is refused at an application without a role, and sees why', async () => {
    const { url } = await shop.begin()
    const landed = await land(
      portico,
      createBrowser(portico.origin),
      url,
      await addPerson(portico, { restricted: true }),
    )
    expect(landed.pathname).toBe('/identity/account/accessDenied')
  })

  test('R8.6-12 is refused silently where no page may be shown', async () => {
    const { browser } = await signIn(portico, await addPerson(portico, { restricted: true }))
    const landed = await land(portico, browser, (await shop.begin({ prompt: 'none' })).url)
    expect(`${landed.origin}${landed.pathname}`).toBe(shop.redirectUri)
    expect(landed.searchParams.get('error')).toBe('access_denied')
    expect(landed.searchParams.has('code')).toBe(false)
  })

  test('gets in where a role is effective, and into the portal', async () => {
    const person = await addPerson(portico, { restricted: true })
    await assignRole(portico, { identityId: person.id, roleId: shop.roleId })
    expect((await shop.signIn(person)).tokens.claims()?.sub).toBe(person.id)
    expect((await signIn(portico, person)).tokens.access_token).toBeTruthy()
  })
})

test('anybody else gets into an application without a role: it checks roles itself', async () => {
  const { tokens } = await shop.signIn(await addPerson(portico))
  expect(tokens.claims()?.['role']).toEqual([])
})

describe('a disabled application', () => {
  test('signs nobody in: an error page, and the browser is sent nowhere', async () => {
    const closed = await addRelyingParty(portico, { name: 'closed', enabled: false })
    const { browser } = await signIn(portico, await addPerson(portico))
    const answer = await browser.get((await closed.begin()).url.href)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(answer.text).toContain('invalid_client')
  })

  test('gives out no more tokens from the moment it is disabled, and its roles give nothing', async () => {
    const party = await addRelyingParty(portico, { name: 'closing' })
    const person = await addPerson(portico)
    await assignRole(portico, { identityId: person.id, roleId: party.roleId })
    const { tokens } = await party.signIn(person)
    await portico.database.query(`update application set enabled = false where name = 'closing'`)
    await until(async () =>
      client.refreshTokenGrant(party.config, tokens.refresh_token ?? '').then(
        () => false,
        ({ error }: { error: string }) => error === 'invalid_client',
      ),
    )
    const { browser } = await signIn(portico, person)
    expect((await browser.get((await party.begin()).url.href)).status).toBe(400)
    expect(
      await portico.database.query(`select 1 from roles_anywhere($1) where application_name = 'closing'`, [person.id]),
    ).toEqual([])
  })
})
