// T21, T23, T32: every endpoint, called by somebody of each role, at something that belongs to somebody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import type { Access } from '#contract/kernel/endpoint.ts'
import { permissionTable } from './permission-table.ts'
import type { Row } from './permission-kinds.ts'
import { stateOf } from './target-state.ts'
import { callers, type Cast, makeCast } from './cast.ts'
import { makeTarget, mark } from './make-target.ts'
import { aim, every, type NamedEndpoint, type Target } from './whole-contract.ts'

let portico: TestPortico
let cast: Cast
let victim: Target
beforeAll(async () => {
  portico = await startTestPortico({ PORTICO_IDENTIFY_AS: 'true' })
  cast = await makeCast(portico)
  victim = await makeTarget(portico)
})
afterAll(() => portico.close())

/** By the table; an endpoint of some roles that is not in it is for those of the contract, whosever the thing is. */
const rowOf = ({ name, endpoint }: NamedEndpoint): Required<Row> => {
  const row = permissionTable[name] ?? { may: rolesOf(endpoint.access) }
  return { may: row.may, foreign: row.foreign ?? row.may }
}
const rolesOf = (access: Access) => (typeof access === 'string' ? [] : access.anyOf)
const outside = (named: NamedEndpoint) => callers.filter((caller) => !rowOf(named).may.includes(caller))
const withoutRight = (named: NamedEndpoint) =>
  rowOf(named).may.filter((caller) => !rowOf(named).foreign.includes(caller))

test('T21 what is for everybody stands in the table of who may do what, and nothing that is no endpoint does', () => {
  const names = every.map(({ name }) => name)
  const forEverybody = every.filter(({ endpoint }) => typeof endpoint.access === 'string').map(({ name }) => name)
  const [missing, gone] = [
    forEverybody.filter((name) => !(name in permissionTable)),
    Object.keys(permissionTable).filter((name) => !names.includes(name)),
  ]
  expect({ missing, gone }).toEqual({ missing: [], gone: [] })
})

for (const named of every) {
  if (outside(named).length > 0)
    test(`T21 T32 ${named.name} turns away at the door anyone who may not, with a call that is right in every other way`, async () => {
      const before = await stateOf(portico, victim)
      for (const caller of outside(named)) {
        const { status, text } = await aim(portico, named, { target: victim, as: cast[caller] })
        expect([caller, status]).toEqual([caller, caller === 'anonymous' ? 401 : 403])
        expect(text).not.toContain(mark)
      }
      expect(await stateOf(portico, victim)).toEqual(before)
    })

  if (withoutRight(named).length > 0)
    test(`T21 T23 ${named.name} neither tells nor changes anything of what is somebody else's`, async () => {
      const before = await stateOf(portico, victim)
      for (const caller of withoutRight(named)) {
        const { status, text } = await aim(portico, named, { target: victim, as: cast[caller] })
        expect([caller, status < 500]).toEqual([caller, true])
        for (const secret of [mark, victim.keyId, victim.processId, victim.notificationId, victim.scopedPermissionId])
          expect([caller, text.includes(secret)]).toEqual([caller, false])
        // What names somebody else's thing in its path is not there for them, or not theirs to touch.
        const refused =
          [403, 404].includes(status) ||
          (named.name === 'sign-in.sendResetMail' && text.includes('You dont have permission'))
        if (named.endpoint.path.includes(':') && named.endpoint.access !== 'anyone')
          expect([caller, refused]).toEqual([caller, true])
      }
      expect(await stateOf(portico, victim)).toEqual(before)
    })

  if (rowOf(named).foreign.length > 0)
    test(`T21 ${named.name} lets in anyone who may`, async () => {
      for (const caller of rowOf(named).foreign) {
        const { status, text } = await aim(portico, named, { target: await makeTarget(portico), as: cast[caller] })
        // 409: an area in use, a request that changed nothing yet. 400: a file that cannot be read.
        const fine =
          status === 200 ||
          (status === 409 && ['areas.remove', 'request-review.undo'].includes(named.name)) ||
          (status === 400 && named.endpoint.upload)
        expect([caller, status, fine ? '' : text]).toEqual([caller, status, ''])
      }
    })
}
