// `id_token token`: the specification's letter (R9-21), for applications that still speak it.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import {
  addRelyingParty,
  endEarlier,
  fragmentOf,
  implicitRequest,
  land,
  type RelyingParty,
  verified,
} from '#server/spec/testing/relying-party.ts'

let portico: TestPortico
let person: Person
let unitOfWork: RelyingParty
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_RESPONSE_TYPE: 'id_token token' })
  person = await addPerson(portico)
  unitOfWork = await addRelyingParty(portico, {
    name: 'ledger',
    protocol: { responseTypes: ['id_token token'], idTokenAlg: 'RS256' },
  })
})
afterAll(() => portico.close())

const portal = () => ({ name: 'identity', redirectUri: `${portico.identityUrl}/callback` })

describe('R9-21 the implicit flow', () => {
  test('R9-21 answers in the fragment with an id_token bound to the access token and the nonce', async () => {
    const landed = await land(
      portico,
      createBrowser(portico.origin),
      implicitRequest(portico, unitOfWork, { nonce: 'my-nonce', state: 'my-state' }),
      person,
    )
    expect(`${landed.origin}${landed.pathname}${landed.search}`).toBe(unitOfWork.redirectUri)
    const answer = fragmentOf(landed)
    expect(answer).toMatchObject({ state: 'my-state', token_type: 'Bearer' })
    expect(answer).not.toHaveProperty('code')
    const { payload, protectedHeader } = await verified(portico, answer['id_token'] ?? '', 'ledger')
    const half = createHash('sha256')
      .update(answer['access_token'] ?? '')
      .digest()
      .subarray(0, 16)
      .toString('base64url')
    expect(payload).toMatchObject({ sub: person.id, nonce: 'my-nonce', at_hash: half })
    expect(protectedHeader.alg).toBe('RS256')
  })

  test('R9-21 R3.1-01 the portal itself may use it: its token opens the API, and exp_time is the session’s end', async () => {
    const browser = createBrowser(portico.origin)
    await land(portico, browser, implicitRequest(portico, portal()), person)
    const ends = await endEarlier(portico, browser)
    const answer = fragmentOf(
      await land(portico, browser, implicitRequest(portico, portal(), { scope: 'openid profile identity' })),
    )
    expect(
      (
        await createBrowser(portico.origin).get('/api/v1/profile', {
          authorization: `Bearer ${answer['access_token']}`,
        })
      ).json(),
    ).toMatchObject({ id: person.id })
    const { payload } = await verified(portico, answer['id_token'] ?? '', 'identity')
    expect(payload['exp_time']).toBe(ends)
    expect(Number(answer['expires_in'])).toBeLessThanOrEqual(900)
  })

  test('R4.1-02 silent renewal: prompt=none gives fresh tokens while the session lives, and login_required afterwards', async () => {
    const browser = createBrowser(portico.origin)
    const silent = () =>
      land(
        portico,
        browser,
        implicitRequest(portico, portal(), { prompt: 'none', redirect_uri: `${portico.identityUrl}/silent` }),
      )
    expect(fragmentOf(await silent())).toMatchObject({ error: 'login_required' })
    const first = fragmentOf(await land(portico, browser, implicitRequest(portico, portal()), person))
    const renewed = fragmentOf(await silent())
    expect(renewed['access_token']).not.toBe(first['access_token'])
    await verified(portico, renewed['id_token'] ?? '', 'identity')
    await browser.get('/api/v1/account/logout')
    expect(fragmentOf(await silent())).toMatchObject({ error: 'login_required' })
  })

  test('it takes no request without a nonce, and no application that is registered for codes only', async () => {
    const browser = createBrowser(portico.origin)
    expect(fragmentOf(await land(portico, browser, implicitRequest(portico, unitOfWork, { nonce: '' })))).toMatchObject(
      {
        error: 'invalid_request',
      },
    )
    const codes = await addRelyingParty(portico, { name: 'codes' })
    expect(fragmentOf(await land(portico, browser, implicitRequest(portico, codes)))).toMatchObject({
      error: 'invalid_request',
      error_description: 'requested response_type is not allowed for this client',
    })
  })

  test('R7.2-02 the runtime config tells the portal which of the two it uses', async () => {
    expect((await createBrowser(portico.origin).get('/identity/api/v1/config')).json()).toMatchObject({
      responseType: 'id_token token',
    })
  })
})
