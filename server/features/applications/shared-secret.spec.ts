// The shared secret of an application: when it needs one, what it may be, and that nobody reads it (R5.4-05, A-123).
import { describe, expect, test } from 'vitest'
import type { Application } from '#contract/applications.ts'
import { openApplicationFields } from './application-fields.harness.ts'

const { world, call, payload, saved, refusals, everywhere } = openApplicationFields()

describe('R5.4-05 the shared secret', () => {
  test('is required at creation, in the words of the specification', async () => {
    for (const sharedSecret of [undefined, '', '  ', null, 7])
      expect(await refusals({ sharedSecret }, { verbs: ['POST'] })).toEqual([
        ['POST', 400, 'sharedSecret: Application shared secret is required'],
      ])
  })

  test('T83 has 16 to 128 printable characters of ASCII, so that every client can send it', async () => {
    const rule = 'sharedSecret: Application shared secret must have 16 to 128 printable ASCII characters'
    for (const sharedSecret of [
      'x'.repeat(15),
      'x'.repeat(129),
      'contraseña-secreta-1',
      'tab\tin-the-middle-of-it',
      'line\nin-the-middle-of-it',
    ])
      expect([sharedSecret, await refusals({ sharedSecret })]).toEqual([sharedSecret, everywhere(rule)])
    for (const sharedSecret of ['x'.repeat(16), '~ all "printable" %signs+ of: ASCII', 'x'.repeat(128)])
      expect([sharedSecret, (await call('POST', '', { body: payload({ sharedSecret }) })).status]).toEqual([
        sharedSecret,
        200,
      ])
  })

  test('T83 is not asked of a public application, which has none, until it becomes another', async () => {
    const protocol = { publicClient: true }
    for (const sharedSecret of [undefined, null, ''])
      expect((await call('POST', '', { body: payload({ sharedSecret, protocol }) })).status).toBe(200)
    const { id } = (await call<Application>('POST', '', { body: payload({ sharedSecret: undefined, protocol }) })).body
    const body = { protocol: { publicClient: false } }
    expect((await call('PATCH', `/${id}`, { body })).body.errors?.[0]?.field).toBe('sharedSecret')
    expect((await call('PATCH', `/${id}`, { body: { ...body, sharedSecret: 'x'.repeat(16) } })).status).toBe(200)
  })

  test('is never returned, stands nowhere but as a hash, and is replaced by a PUT that carries one (A-123)', async () => {
    const [first, second] = ['first-secret-of-this', 'second-secret-of-this']
    const hashOf = async (id: number) =>
      (
        await world.portico.database.query<{ hash: string }>(
          `select shared_secret_hash as hash from application where id = $1`,
          [id],
        )
      )[0]?.hash ?? ''
    const verify = async (id: number, secret: string) =>
      world.portico.portico.services.passwords.verify(await hashOf(id), secret)
    const { id, ...answer } = (await call<Application>('POST', '', { body: payload({ sharedSecret: first }) })).body
    expect([answer.sharedSecret, await verify(id, first)]).toEqual([null, true])
    for (const sharedSecret of [undefined, null, '']) {
      expect((await call<Application>('PUT', `/${id}`, { body: saved({ sharedSecret }) })).body.sharedSecret).toBeNull()
      expect(await verify(id, first)).toBe(true)
    }
    expect(
      (await call<Application>('PUT', `/${id}`, { body: saved({ sharedSecret: second }) })).body.sharedSecret,
    ).toBeNull()
    expect([await verify(id, first), await verify(id, second)]).toEqual([false, true])
    const rows = JSON.stringify(
      await world.portico.database.query(
        `select row_to_json(a)::text as row from application a union all select row_to_json(f)::text from audit_event f`,
      ),
    )
    for (const text of [first, second, await hashOf(id)])
      expect(rows.split(text).length).toBe(text.startsWith('$argon2') ? 2 : 1)
    const [event] = await world.portico.database.query<{ after: object }>(
      `select after from audit_event where subject = $1 order by id desc limit 1`,
      [String(id)],
    )
    expect(event?.after).toMatchObject({ sharedSecret: '***' })
  })
})
