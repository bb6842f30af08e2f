// Two calls at one target: one after the other, the other way round, or both at once, each at an instance of its own.
import { randomUUID } from 'node:crypto'
import { createBrowser } from '#server/spec/testing/browser.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { rightBodies } from '../attacks/right-bodies.ts'
import { addressOf, type Bearer, makeTarget, type Named } from '../attacks/whole-contract.ts'
import type { Target } from '../attacks/target.ts'
import { type Answer, outcomeOf } from './outcome.ts'
import type { Pair } from './pairs.ts'

type Setting = { readonly portico: TestPortico; readonly chief: Bearer }

const originsOf = ({ origin, others }: TestPortico) => [origin, ...others.map(({ port }) => `http://127.0.0.1:${port}`)]

type Call = { readonly named: Named; readonly target: Target; readonly short: string; readonly at: number }

const send = async ({ portico, chief }: Setting, { named, target, short, at }: Call): Promise<Answer> => {
  const { method, input } = named.endpoint
  const body = input && rightBodies[named.name]?.(target, short)
  const origin = originsOf(portico)[at] ?? portico.origin
  const path = `/api/v1${addressOf(named.endpoint, target)}`
  const answer = await createBrowser(origin).request(method, path, { headers: { ...chief }, ...(body && { body }) })
  return { status: answer.status, body: answer.text ? answer.json() : null }
}

export type Order = 'first then second' | 'second then first' | 'at once'

export const run = async (setting: Setting, [one, other]: Pair, order: Order) => {
  const target = await makeTarget(setting.portico)
  const short = randomUUID().slice(0, 8)
  const first = () => send(setting, { named: one, target, short: `${short}a`, at: 0 })
  const second = () => send(setting, { named: other, target, short: `${short}b`, at: 1 })
  const answers = await inOrder(order, first, second)
  return outcomeOf(setting.portico, { target, short, answers })
}

type Send = () => Promise<Answer>

/** Their answers in the order of the pair, whichever came first. */
const inOrder = async (order: Order, first: Send, second: Send): Promise<readonly Answer[]> => {
  if (order === 'at once') return Promise.all([first(), second()])
  const [earlier, later] = order === 'first then second' ? [first, second] : [second, first]
  const early = await earlier()
  const late = await later()
  return order === 'first then second' ? [early, late] : [late, early]
}
