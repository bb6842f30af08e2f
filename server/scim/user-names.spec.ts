// What a directory calls its people, and what their accounts are called (docs/decisions/0045).
import { describe, expect, test } from 'vitest'
import { patch, someone } from '#server/spec/testing/directories.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { openTwoDirectories } from './two-directories.harness.ts'

const { world, made, accountOf, eventsOf } = openTwoDirectories()
const accountNameOf = async (id: string) =>
  (
    await world.portico.database.query<{ name: string }>(
      `select user_name::text as name from portal_user where id = $1`,
      [id],
    )
  )[0]?.name
const namedLike = async (userName: string) => {
  const filter = encodeURIComponent(`userName eq ${JSON.stringify(userName)}`)
  const { body } = await world.contoso.call('GET', `/Users?filter=${filter}`)
  return body.Resources.map(({ id }) => id)
}
const renamed = (value: string) => ({ op: 'Replace', path: 'userName', value })
const short = () => crypto.randomUUID().slice(0, 8)

describe('RFC 7644 section 3.5.2 a new user name', () => {
  test('is taken by a patch with what came along, and by PUT; the account keeps its name', async () => {
    const { id, userName } = await made()
    const [first, second] = [`married.${short()}@contoso.example`, `again.${short()}@contoso.example`]
    const inactive = { op: 'Replace', path: 'active', value: 'False' }
    const patched = await world.contoso.call('PATCH', `/Users/${id}`, patch(renamed(first), inactive))
    expect([patched.status, patched.body]).toMatchObject([200, { userName: first, active: false }])
    expect((await accountOf(id))?.locked_by_administrator).toBe(true)
    expect([await namedLike(String(userName)), await namedLike(first)]).toEqual([[], [id]])
    const put = await world.contoso.call('PUT', `/Users/${id}`, someone({ userName: second }))
    expect([put.status, put.body]).toMatchObject([200, { userName: second }])
    expect(await accountNameOf(id)).toBe(userName)
    expect((await eventsOf(id)).filter((type) => type === 'directory-person.changed')).toHaveLength(2)
  })

  test('that another person of the directory has is 409 uniqueness, and nothing of the call is done', async () => {
    const [taken, { id }] = [await made(), await made()]
    const inactive = { op: 'Replace', path: 'active', value: false }
    const steps = patch(renamed(String(taken['userName']).toUpperCase()), inactive)
    const { status, body } = await world.contoso.call('PATCH', `/Users/${id}`, steps)
    expect([status, body.scimType]).toEqual([409, 'uniqueness'])
    expect((await world.contoso.call('GET', `/Users/${id}`)).body).toMatchObject({ active: true })
    const elsewhere = await made(world.fabrikam)
    const there = await world.fabrikam.call(
      'PATCH',
      `/Users/${elsewhere.id}`,
      patch(renamed(String(taken['userName']))),
    )
    expect(there.status).toBe(200)
  })

  test('leaves the one before to somebody else', async () => {
    const { id, userName } = await made()
    await world.contoso.call('PATCH', `/Users/${id}`, patch(renamed(`moved.${short()}`)))
    const next = someone({ userName, emails: [{ value: `next.${short()}@contoso.example` }] })
    const { status, body } = await world.contoso.call('POST', '/Users', next)
    expect([status, body['userName']]).toEqual([201, userName])
    expect(await accountNameOf(body.id)).toBe(next.emails[0]?.value)
  })
})

describe('RFC 7643 section 4.1.1 a user name', () => {
  test.each<[string, string, string | undefined, RegExp]>([
    ["o'brien.$@contoso.example", 'is none of the portal', undefined, /^o_brien\.\w+@contoso\.example$/],
    ['x_$.com#EXT#@contoso.example', 'is that of a guest', 'x@$.example', /^x@\w+\.example$/],
    ['Nina $ Berg', 'has blanks', "n.o'berg@$.example", /^Nina_\w+_Berg$/],
    ['nina.$', 'is legal', 'nina@$.example', /^nina\.\w+$/],
  ])('%s %s, and the account has another where it must', async (name, _, address, expected) => {
    const key = short()
    const userName = name.replace('$', key)
    const emails = address && [{ value: address.replace('$', key) }]
    const { id, ...body } = await made(world.contoso, { userName, emails })
    expect(body).toMatchObject({ userName })
    expect(await namedLike(userName)).toEqual([id])
    expect(await accountNameOf(id)).toMatch(expected)
    expect((await accountOf(id))?.email).toBe(emails ? emails[0]?.value : userName)
  })

  test('T79 T81 that somebody else has, or that looks like theirs, is the directory’s own, and tells nothing', async () => {
    const key = short()
    const { userName } = await addPerson(world.portico, { userName: `jose.${key}` })
    const twins = [userName, `josе.${key}`, `jo'se.${key}`, `jo'sе.${key}`]
    await addPerson(world.portico, { userName: `jo_se.${key}` })
    for (const [index, twin] of twins.entries()) {
      const address = `jo'${index}.${key}@contoso.example`
      const { id, ...body } = await made(world.contoso, { userName: twin, emails: [{ value: address }] })
      expect(body).toMatchObject({ userName: twin })
      expect(await accountNameOf(id)).toBe(`${twin.replace("'", '_')}-${id}`)
    }
  })
})
