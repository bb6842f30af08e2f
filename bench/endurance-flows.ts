// One call of each kind of the mixed load, and how often each comes.
import { randomInt } from 'node:crypto'
import type { startServer } from './harness.ts'
import { refreshOnce, signInOnce } from './flows.ts'
import { call } from './load.ts'
import { benchToken, firstNames, lastNames } from './million.ts'
import type { addEnduranceWorld } from './endurance-world.ts'

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'origin' | 'identity'>
type World = Awaited<ReturnType<typeof addEnduranceWorld>>
const one = <T>(list: readonly T[]) => list[randomInt(list.length)] as T

const headers = { authorization: `Bearer ${benchToken}`, 'content-type': 'application/json' }
const expectStatus = async (answer: ReturnType<typeof call>, ...statuses: readonly number[]) => {
  const { status, body } = await answer
  if (!statuses.includes(status)) throw new Error(`${status} ${body.slice(0, 200)}`)
}

export const flowsOf = async (server: Server, world: World) => {
  const api = (path: string, method = 'GET', body?: object) =>
    call(`${server.origin}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const signedIn = await Promise.all(Array.from({ length: 32 }, (_, n) => signInOnce(server, n + 1)))
  const free = signedIn.map((token) => token.refresh_token)
  const bearers = signedIn.map((token) => token.access_token)
  const refresh = async () => {
    const token = free.shift() ?? (await signInOnce(server, randomInt(2_000))).refresh_token
    free.push(await refreshOnce(server, token))
  }
  const signIn = async (n: number) => {
    const { access_token } = await signInOnce(server, n)
    // The oldest would expire under a load that runs for long.
    bearers.push(access_token)
    bearers.shift()
  }
  const userinfo = () => {
    const authorization = `Bearer ${one(bearers)}`
    const url = `${server.origin}/identity/connect/userinfo`
    return expectStatus(call(url, { headers: { authorization } }), 200)
  }
  const list = (n: number) => expectStatus(api(`/admin/users?take=25&skip=${(n % 40) * 25}`), 200)
  const search = () => expectStatus(api(`/admin/users?take=25&search=${encodeURIComponent(one(words))}`), 200)
  const write = () => expectStatus(api(`/admin/tenants/${one(world.tenants)}/members`, 'POST', newMember(world)), 200)
  const join = () => ({ kind: 'joinGroup', groupId: one(world.groups), userId: one(world.people) })
  const move = () => ({ kind: 'move', tenantId: one(world.tenants), newParentId: one(world.tenants) })
  // A move below itself is refused.
  const preview = (n: number) =>
    expectStatus(api('/admin/access/preview', 'POST', n % 2 === 0 ? join() : move()), 200, 400, 409)
  return { 'sign-in': signIn, refresh, userinfo, list, search, 'member write': write, preview } as const
}

const words = [...firstNames, ...lastNames]

const newMember = ({ people, roles }: World) => ({
  identityType: 'User',
  identityId: one(people),
  roles: [one(roles)],
  isInheritable: randomInt(2) === 0,
})

export type Kind = keyof Awaited<ReturnType<typeof flowsOf>>

/** Of a hundred calls; a screen reads far more often than somebody signs in. */
export const shares: Readonly<Record<Kind, number>> = {
  'sign-in': 10,
  refresh: 25,
  userinfo: 35,
  list: 12,
  search: 6,
  'member write': 10,
  preview: 2,
}
