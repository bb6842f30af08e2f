// Two calls at one target: one after the other, the other way round, or both at once, each at an instance of its own.
import { randomUUID } from 'node:crypto'
import { createBrowser } from '#server/spec/testing/browser.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { workbook } from '#server/spec/testing/workbooks.ts'
import type { Bearer } from '../attacks/cast.ts'
import { addressOf } from '../attacks/addresses.ts'
import { makeTarget } from '../attacks/make-target.ts'
import { type Named, rightBody } from '../attacks/whole-contract.ts'
import type { Target } from '../attacks/target.ts'
import { type Answer, outcomeOf } from './outcome.ts'
import { rightFiles } from './right-files.ts'
import type { Pair } from './pairs.ts'

type Setting = { readonly portico: TestPortico; readonly chief: Bearer }

const originsOf = ({ origin, others }: TestPortico) => [origin, ...others.map(({ port }) => `http://127.0.0.1:${port}`)]

type Call = { readonly named: Named; readonly target: Target; readonly short: string; readonly at: number }

const send = async (setting: Setting, call: Call): Promise<Answer> => {
  const { portico, chief } = setting
  const { named, target, short, at } = call
  const { method, input, upload } = named.endpoint
  const url = `${originsOf(portico)[at] ?? portico.origin}/api/v1${addressOf(named.endpoint, target)}`
  if (upload) return sendFile(setting, call, url)
  const body = input && rightBody(named, target, short)
  const answer = await createBrowser(url).request(method, url, { headers: { ...chief }, ...(body && { body }) })
  if (answer.status === 401) throw new Error(`${named.name} does not know who calls`)
  return { status: answer.status, body: answer.text ? answer.json() : null }
}

const sendFile = async ({ portico, chief }: Setting, { named, target, short }: Call, url: string): Promise<Answer> => {
  const file = rightFiles[named.name]?.(target, short)
  if (!file) throw new Error(`right-files.ts has no right file of ${named.name}`)
  const bytes = Buffer.isBuffer(file) ? file : await workbook(portico, file.titles, file.rows)
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], Buffer.isBuffer(file) ? 'icon.png' : 'rows.xlsx'))
  const answer = await fetch(url, { method: named.endpoint.method, headers: chief, body: form })
  return { status: answer.status, body: await answer.json() }
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
