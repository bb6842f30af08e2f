// Of somebody who is at home elsewhere a directory changes nothing but its own word (docs/decisions/0045).
import { describe, expect, test } from 'vitest'
import { patch, someone } from '#server/spec/testing/directories.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { systemRoles } from '#contract/system-ids.ts'
import { active, openTwoDirectories } from './two-directories.harness.ts'

const { world, made, accountOf, isMember, eventsOf } = openTwoDirectories()

describe('T81 somebody who is at home elsewhere', () => {
  test('is linked by the address and not taken over: the directory sees and changes what it says itself, and no more', async () => {
    const person = await addPerson(world.portico, { firstName: 'Secret', lastName: 'Name', userName: 'secret-name' })
    const sent = someone({ emails: [{ value: person.email.toUpperCase() }] })
    const { body } = await world.contoso.call('POST', '/Users', sent)
    expect(body).toMatchObject({ id: person.id, userName: sent.userName, name: sent.name, active: true })
    const changed = await world.contoso.call('PUT', `/Users/${person.id}`, {
      ...sent,
      name: { givenName: 'Eva', familyName: 'Gold' },
      title: 'Chief',
      emails: [{ value: 'eva@evil.example' }],
    })
    expect(changed.body).toMatchObject({
      name: { givenName: 'Eva' },
      title: 'Chief',
      emails: [{ value: 'eva@evil.example' }],
    })
    for (const { body: seen } of [changed, await world.contoso.call('GET', '/Users')])
      expect(JSON.stringify(seen)).not.toMatch(/secret/i)
    expect(await accountOf(person.id)).toEqual({
      email: person.email,
      first_name: 'Secret',
      last_name: 'Name',
      locked_by_administrator: false,
      job_title: null,
    })
    expect(await eventsOf(person.id)).toEqual(['directory-person.added', 'member.added', 'directory-person.changed'])
  })

  test('ends at this tenant when inactive or deleted, stays where else they are, and comes back', async () => {
    const person = await addPerson(world.portico)
    await addMembership(world.portico, { identityId: person.id, tenantId: world.fabrikam.tenantId })
    const { bearer } = await signIn(world.portico, person)
    const sent = someone({ emails: [{ value: person.email }] })
    await world.contoso.call('POST', '/Users', sent)
    const stands = async () => [
      await isMember(person.id, world.contoso),
      await isMember(person.id, world.fabrikam),
      (await accountOf(person.id))?.locked_by_administrator,
      (await createBrowser(world.portico.origin).get('/api/v1/profile', bearer)).status,
    ]
    expect((await world.contoso.call('PATCH', `/Users/${person.id}`, active(false))).body).toMatchObject({
      active: false,
    })
    expect(await stands()).toEqual([false, true, false, 200])
    expect((await world.contoso.call('PATCH', `/Users/${person.id}`, active(true))).body).toMatchObject({
      active: true,
    })
    expect(await stands()).toEqual([true, true, false, 200])
    expect((await world.contoso.call('DELETE', `/Users/${person.id}`)).status).toBe(204)
    expect(await stands()).toEqual([false, true, false, 200])
    expect((await world.contoso.call('POST', '/Users', sent)).status).toBe(201)
  })

  test('was made by this directory, and is its own no more once another tenant has taken them in', async () => {
    const { id, emails } = await made()
    const [{ value } = { value: '' }] = emails as { value: string }[]
    const move = (address: string) =>
      world.contoso.call(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'replace', path: 'emails[type eq "work"].value', value: address }),
      )
    await move(`first-${value}`)
    expect((await accountOf(id))?.email).toBe(`first-${value}`)
    await world.fabrikam.call('POST', '/Users', someone({ emails: [{ value: `first-${value}` }] }))
    await move('attacker@evil.example')
    expect((await accountOf(id))?.email).toBe(`first-${value}`)
    await world.contoso.call('PATCH', `/Users/${id}`, active(false))
    expect([
      await isMember(id, world.contoso),
      await isMember(id, world.fabrikam),
      (await accountOf(id))?.locked_by_administrator,
    ]).toEqual([false, true, false])
  })

  test('is at home elsewhere by a role of the portal or by a group as well, and not by a tenant below', async () => {
    const [global, grouped, below] = [await made(), await made(), await made()]
    await assignRole(world.portico, { identityId: global.id, roleId: systemRoles.Manager })
    await world.portico.write(async (tx) => {
      const group = `insert into user_group (id, name, area_id) select $1::uuid, $1::text, id from area where is_default`
      await tx.query(group, [world.fabrikam.tenantId])
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        world.fabrikam.tenantId,
        grouped.id,
      ])
    })
    await assignRole(world.portico, {
      identityId: world.fabrikam.tenantId,
      identityType: 'Group',
      roleId: systemRoles.TenantAdministrator,
      tenantId: world.fabrikam.tenantId,
    })
    const child = await addTenant(world.portico, { parentId: world.contoso.tenantId })
    await addMembership(world.portico, { identityId: below.id, tenantId: child })
    for (const { id } of [global, grouped, below])
      await world.contoso.call(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'replace', path: 'name.familyName', value: 'Taken' }),
      )
    const names = await Promise.all([global, grouped, below].map(async ({ id }) => (await accountOf(id))?.last_name))
    expect(names).toEqual(['Berg', 'Berg', 'Taken'])
  })

  test('is nobody to the directory of another tenant', async () => {
    const { id, userName } = await made()
    for (const [method, body] of [['GET'], ['PUT', someone()], ['PATCH', active(false)], ['DELETE']] as const) {
      const { status, body: said } = await world.fabrikam.call(method, `/Users/${id}`, body)
      expect([method, status, JSON.stringify(said)]).toEqual([method, 404, expect.not.stringContaining('Nina')])
    }
    const filter = encodeURIComponent(`userName eq "${userName}"`)
    expect((await world.fabrikam.call('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0)
    const manager = { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: id } } }
    expect((await world.fabrikam.call('POST', '/Users', someone(manager))).body.scimType).toBe('invalidValue')
  })
})
