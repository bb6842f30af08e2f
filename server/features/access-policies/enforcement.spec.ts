// Policies with rules, enforced where an application asks for a sign-in.
import * as client from 'openid-client'
import { describe, expect, test } from 'vitest'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { until } from '#server/spec/testing/portico.ts'
import { land, type RelyingParty } from '#server/spec/testing/relying-party.ts'
import { openPolicies } from './access-policies.harness.ts'

const { world, call, save, rule } = openPolicies()

describe('enforced at the sign-in to applications', () => {
  const deniedIn = async ({ id }: Person, count: number) =>
    until(async () => {
      const rows = await world.portico.database.query<{ after: object; name: string; ip: string }>(
        `select after, actor_name as name, ip from audit_event where type = 'access-policy.denied' and subject = $1 order by id`,
        [id],
      )
      return rows.length >= count && rows
    })

  test('who is denied sees that access is denied, or the application is told; the audit log says by which rule', async () => {
    const person = await addPerson(world.portico)
    const policyId = await save(rule(`    applications: [shop]\n    when:\n      users: [${person.userName}]\n`))
    const landed = await land(
      world.portico,
      createBrowser(world.portico.origin),
      (await world.shop.begin()).url,
      person,
    )
    expect(landed.pathname).toBe('/identity/account/accessDenied')
    const { browser } = await signIn(world.portico, person)
    const silent = await land(world.portico, browser, (await world.shop.begin({ prompt: 'none' })).url)
    expect(silent.searchParams.get('error')).toBe('access_denied')
    expect((await world.other.signIn(person)).tokens.claims()?.sub).toBe(person.id)
    expect((await world.shop.signIn(await addPerson(world.portico))).tokens.access_token).toBeTruthy()
    const [first] = await deniedIn(person, 2)
    expect(first).toEqual({
      after: { policyId, application: 'shop', line: 3, reason: 'Closed', mode: 'enforce' },
      name: person.userName,
      ip: '127.0.0.1',
    })
    await call('DELETE', `/${policyId}`)
    expect((await world.shop.signIn(person)).tokens.access_token).toBeTruthy()
  })

  test('one that only reports lets in, and is recorded', async () => {
    const person = await addPerson(world.portico)
    await save(rule(`    when:\n      users: [${person.userName}]\n`, 'report'))
    expect((await world.shop.signIn(person)).tokens.access_token).toBeTruthy()
    expect((await deniedIn(person, 1))[0]).toMatchObject({ after: { mode: 'report', application: 'shop' } })
  })

  test('the address of the browser and how somebody signed in count', async () => {
    const person = await addPerson(world.portico)
    const id = await save(rule('    applications: [shop]\n    unless:\n      addresses: [127.0.0.0/8, "::1"]\n'))
    expect((await world.shop.signIn(person)).tokens.access_token).toBeTruthy()
    await call('PATCH', `/${id}`, { body: rule('    applications: [shop]\n    unless:\n      amr: [mfa]\n') })
    const landed = await land(
      world.portico,
      createBrowser(world.portico.origin),
      (await world.shop.begin()).url,
      person,
    )
    expect(landed.pathname).toBe('/identity/account/accessDenied')
    await call('PATCH', `/${id}`, { body: rule('    applications: [shop]\n    unless:\n      amr: [pwd]\n') })
    expect((await world.shop.signIn(person)).tokens.access_token).toBeTruthy()
  })

  test('who is refused now is out at the next renewal, with the event and its reason; who only wants another address stays', async () => {
    const [person, colleague] = [await addPerson(world.portico), await addPerson(world.portico)]
    const renew = ({ tokens }: Awaited<ReturnType<RelyingParty['signIn']>>) =>
      client.refreshTokenGrant(world.shop.config, tokens.refresh_token ?? '')
    const [hers, his] = [await world.shop.signIn(person), await world.shop.signIn(colleague)]
    const elsewhere = await save(rule('    unless:\n      addresses: [192.0.2.0/24]\n'))
    const reporting = await save(rule('', 'report'))
    const renewed = await renew(hers)
    const policyId = await save(rule(`    applications: [shop]\n    when:\n      users: [${person.userName}]\n`))
    await expect(renew({ ...hers, tokens: renewed as typeof hers.tokens })).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    const [denied, ...others] = await deniedIn(person, 1)
    expect(denied).toMatchObject({ after: { policyId, application: 'shop', reason: 'Closed', mode: 'enforce' } })
    expect(others).toEqual([])
    expect((await renew(his)).access_token).toBeTruthy()
    for (const id of [elsewhere, reporting, policyId]) await call('DELETE', `/${id}`)
    // Its token was not taken from it.
    expect((await renew({ ...hers, tokens: renewed as typeof hers.tokens })).access_token).toBeTruthy()
  })

  test('the portal is never closed, nor anything to an account for emergencies', async () => {
    const [person, emergency] = [
      await addPerson(world.portico, { roles: ['Administrator'] }),
      await addPerson(world.portico),
    ]
    await world.portico.database.query(`update portal_user set break_glass = true where id = $1`, [emergency.id])
    await save(rule(''))
    expect((await signIn(world.portico, person)).tokens.access_token).toBeTruthy()
    expect((await world.shop.signIn(emergency)).tokens.access_token).toBeTruthy()
    const landed = await land(
      world.portico,
      createBrowser(world.portico.origin),
      (await world.shop.begin()).url,
      person,
    )
    expect(landed.pathname).toBe('/identity/account/accessDenied')
  })
})
