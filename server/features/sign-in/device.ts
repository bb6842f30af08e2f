// The browser a person signed in with before: a signed cookie, so that failures from elsewhere cannot stop them
// (docs/goals.md, Security 3). It grants nothing but a failure counter of its own.
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ReadCtx } from '#server/kernel/context.ts'

const cookie = 'portico_device'
const mostPeople = 8

const Device = z.object({ id: z.string(), people: z.array(z.string()) })
type Device = z.output<typeof Device>

const markOf = (userId: string) => createHash('sha256').update(userId).digest('base64url').slice(0, 16)

const read = (ctx: ReadCtx): Device | undefined => {
  const opened = ctx.services.seal.open('device', ctx.requestInfo.cookies[cookie] ?? '')
  return opened === undefined ? undefined : Device.safeParse(JSON.parse(opened)).data
}

/** Every browser that never signed in as this person: they all share one counter. */
export const anyBrowser = '*'

export const sourceOf = (ctx: ReadCtx, userId: string | undefined) => {
  const device = read(ctx)
  return device && userId && device.people.includes(markOf(userId)) ? `device:${device.id}` : anyBrowser
}

export const rememberDevice = (ctx: ReadCtx, userId: string) => {
  const device = read(ctx) ?? { id: randomUUID(), people: [] }
  const mark = markOf(userId)
  const people = [mark, ...device.people.filter((known) => known !== mark)].slice(0, mostPeople)
  ctx.requestInfo.setCookie(cookie, ctx.services.seal.sign('device', JSON.stringify({ id: device.id, people })), {
    maxAgeSeconds: 180 * 86_400,
  })
}
