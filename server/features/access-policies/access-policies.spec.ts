// Policies with rules, asked over the API.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Evaluation, PolicyDecision } from '#contract/access-policies.ts'
import type { Problem } from '#contract/kernel/answer.ts'
import type { Policy } from '#contract/policy-documents.ts'
import type { DocumentFault } from '#contract/security-config.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import { addMembership, addTenant, assignRole } from '#server/spec/testing/tenants.ts'
import { openPolicies } from './access-policies.harness.ts'

const { world, call, save, rule } = openPolicies()

describe('asked over the API', () => {
  test('A-75 a policy that is not saved yet is asked by its text alone, and stays unsaved', async () => {
    const person = await addPerson(world.portico)
    const ask = async (body: string) =>
      (await call<PolicyDecision & Problem>('POST', '/evaluateDraft', { userId: person.id, application: 'shop', body }))
        .body
    expect(await ask(rule('    applications: [shop]\n'))).toMatchObject({
      ...{ policyId: '', title: '', decision: 'deny' },
      rule: { line: 3, reason: 'Closed' },
    })
    expect((await ask('a: 1\n')).code).toBe('policy-without-rules')
    expect((await ask('rules: [\n')).errors.map(({ field }) => field)).toEqual(['body'])
    expect((await call<{ items: Policy[] }>('GET', '?top=100')).body.items).toEqual([])
  })

  test('A-75 the rule that decided is named with its line and its reason, for the person, application, time and address', async () => {
    const person = await addPerson(world.portico)
    const id = await save(
      rule(
        '    applications: [shop]\n    unless:\n      addresses: [10.0.0.0/8]\n      hours: {zone: UTC, from: "08:00", to: "18:00"}\n',
      ),
    )
    const ask = async (more: object) =>
      (await call<PolicyDecision>('POST', `/${id}/evaluate`, { userId: person.id, application: 'shop', ...more })).body
    const noon = { at: '2026-11-20T12:00:00.000Z' }
    expect(await ask({ ...noon, address: '10.9.9.9' })).toMatchObject({ decision: 'allow', rule: null })
    expect(await ask({ ...noon, address: '192.0.2.1' })).toEqual({
      policyId: id,
      title: id,
      mode: 'enforce',
      decision: 'deny',
      rule: { line: 3, name: null, effect: 'deny', reason: 'Closed' },
      considered: [
        {
          line: 3,
          name: null,
          applies: true,
          conditions: [
            { condition: 'applications', unless: false, holds: true },
            { condition: 'addresses', unless: true, holds: false },
            { condition: 'hours', unless: true, holds: true },
          ],
        },
      ],
    })
    expect((await ask({ ...noon, application: 'other' })).decision).toBe('allow')
    const unsaved = rule('    applications: [other]\n', 'report')
    expect(await ask({ ...noon, application: 'other', body: unsaved })).toMatchObject({
      decision: 'deny',
      mode: 'report',
    })
  })

  test('roles, groups and tenants are those that are effective, down the hierarchy and through groups', async () => {
    const [person, stranger] = [await addPerson(world.portico), await addPerson(world.portico)]
    const parent = await addTenant(world.portico)
    const child = await addTenant(world.portico, { parentId: parent })
    const sibling = await addTenant(world.portico, { parentId: parent })
    const groupId = randomUUID()
    await world.portico.write(async (tx) => {
      await tx.query(
        `insert into user_group (id, name, area_id) select $1, 'Night shift', id from area where is_default`,
        [groupId],
      )
      await tx.query(`insert into group_member (group_id, user_id, permission) values ($1, $2, 'Reader')`, [
        groupId,
        person.id,
      ])
    })
    await assignRole(world.portico, {
      identityId: groupId,
      identityType: 'Group',
      roleId: world.shop.roleId,
      tenantId: child,
    })
    const [role] = await world.portico.database.query<{ name: string }>(`select name from role where id = $1`, [
      world.shop.roleId,
    ])
    const denied = async (who: Person, condition: string) => {
      const body = `rules:\n  - {effect: deny, reason: x, when: {${condition}}}\n`
      const { body: answer } = await call<Evaluation>('POST', `/${id}/evaluate`, { userId: who.id, body })
      return answer.decision === 'deny'
    }
    const id = await save('rules:\n  - {effect: allow, reason: x}\n')
    for (const [condition, expected] of [
      [`roles: [shop/${role?.name}]`, true],
      ['groups: [night shift]', true],
      [`tenants: [{id: ${child}}]`, true],
      [`tenants: [{id: ${parent}, below: true}]`, true],
      [`tenants: [{id: ${parent}}]`, false],
      [`tenants: [{id: ${sibling}, below: true}]`, false],
    ] as const) {
      expect([condition, await denied(person, condition)]).toEqual([condition, expected])
      expect([condition, await denied(stranger, condition)]).toEqual([condition, false])
    }
    await addMembership(world.portico, { identityId: stranger.id, tenantId: parent })
    await world.portico.database.query(`update tenant_member set is_inheritable = true where identity_id = $1`, [
      stranger.id,
    ])
    expect(await denied(stranger, `tenants: [{id: ${child}}]`)).toBe(true)
  })

  test('all of them: one that is enforced denies, one that only reports does not', async () => {
    const person = await addPerson(world.portico)
    const reporting = await save(rule('', 'report'), 'a-reports')
    await save('rules: just text in a document\n'.replace('rules', 'text'), 'b-document')
    const ask = async () =>
      (await call<Evaluation>('POST', '/evaluate', { userId: person.id, application: 'shop' })).body
    expect(await ask()).toMatchObject({
      decision: 'allow',
      decidedBy: null,
      policies: [{ policyId: reporting, decision: 'deny' }],
    })
    const enforced = await save(rule('    acts: [open]\n'), 'c-enforces')
    expect(await ask()).toMatchObject({ decision: 'deny', decidedBy: enforced })
    const act = await call<Evaluation>('POST', '/evaluate', { userId: person.id, act: 'approve' })
    expect(act.body).toMatchObject({ decision: 'allow' })
  })

  test('T41 a hostile body is refused within a second, saved, checked or asked about', async () => {
    const person = await addPerson(world.portico)
    const id = await save('rules:\n  - {effect: allow, reason: x}\n')
    const rule = '  - {effect: deny, reason: x}\n'
    for (const body of [
      `rules:\n${rule.repeat(8_000)}`,
      'rules: !!js/function "x"',
      'rules:\n\t- a',
      `rules: ${'['.repeat(90_000)}`,
    ]) {
      const within = async <T>(ask: () => Promise<T>) => {
        // Processor time: what others take of the machine says nothing about the reader.
        const begun = process.cpuUsage()
        const answer = await ask()
        const { user, system } = process.cpuUsage(begun)
        expect((user + system) / 1000).toBeLessThan(1000)
        return answer
      }
      const refused = async (method: string, path: string, sent: object) =>
        expect((await within(() => call(method, path, sent))).status).toBe(400)
      await refused('POST', '', { id: 'hostile', title: 'x', description: null, body })
      await refused('PATCH', `/${id}`, { body })
      await refused('POST', `/${id}/evaluate`, { userId: person.id, body })
      const { faults } = (await within(() => call<{ faults: DocumentFault[] }>('POST', '/check', { body }))).body
      expect(faults.length).toBeGreaterThan(0)
    }
  })

  test('what cannot be decided is said: no rules, nobody, no such application, a fault with its line', async () => {
    const person = await addPerson(world.portico)
    const document = await save('allowed: true\n')
    const code = async (path: string, body: object) => {
      const answer = await call('POST', path, body)
      return [answer.status, answer.body.code]
    }
    expect(await code(`/${document}/evaluate`, { userId: person.id })).toEqual([409, 'policy-without-rules'])
    expect(await code('/evaluate', { userId: randomUUID() })).toEqual([404, 'user-not-found'])
    expect(await code('/evaluate', { userId: person.id, application: 'none' })).toEqual([404, 'application-not-found'])
    expect(await code('/none/evaluate', { userId: person.id })).toEqual([404, 'policy-not-found'])
    const faulty = await call('POST', '', {
      id: 'faulty',
      title: 'x',
      description: null,
      body: 'rules:\n  - effect: no\n',
    })
    expect(faulty.body.errors).toMatchObject([
      { field: 'body', code: 'settings-not-valid', data: { line: '2', setting: 'rules.0.effect' } },
      {
        field: 'body',
        code: 'settings-not-valid',
        message: 'Line 2: rules.0.reason: reason is required',
        data: { line: '2', setting: 'rules.0.reason' },
      },
    ])
    const checked = await call<{ faults: DocumentFault[] }>('POST', '/check', {
      body: 'mode: x\nrules:\n  - {effect: deny, reason: y}\n',
    })
    expect(checked.body.faults).toMatchObject([{ line: 1, setting: 'mode' }])
    const user = (await signIn(world.portico, person)).bearer
    for (const path of ['/evaluate', `/${document}/evaluate`, '/check'])
      expect((await call('POST', path, { userId: person.id, body: '' }, user)).status).toBe(403)
  })
})
