// Two calls at one target: one after the other, the other way round, or both at once, each at an instance of its own.
import { randomUUID } from 'node:crypto'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { signIn } from '#server/spec/testing/people.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'
import { workbook } from '#server/spec/testing/workbooks.ts'
import type { Bearer } from '../attacks/cast.ts'
import { addressOf } from '../attacks/addresses.ts'
import { makeTarget } from '../attacks/make-target.ts'
import { type NamedEndpoint, rightBody } from '../attacks/whole-contract.ts'
import type { Target } from '../attacks/target.ts'
import { type Answer, outcomeOf } from './outcome.ts'
import { type FilledForm, rightFiles, type Sheet } from './right-files.ts'
import { byThePerson, type Pair } from './pairs.ts'

export type Setting = { readonly portico: TestPortico; readonly chief: Bearer }

const originsOf = ({ origin, others }: TestPortico) => [origin, ...others.map(({ port }) => `http://127.0.0.1:${port}`)]

type Call = {
  readonly named: NamedEndpoint
  readonly target: Target
  readonly short: string
  readonly at: number
  readonly as: Bearer
}

/** Signed in beforehand, so that only the calls meet. */
const callerOf = async ({ portico, chief }: Setting, pair: Pair, { person }: Target) => {
  const bearer = pair.some(byThePerson) ? (await signIn(portico, person)).bearer : chief
  return (named: NamedEndpoint) => (byThePerson(named) ? bearer : chief)
}

const send = async ({ portico }: Setting, call: Call): Promise<Answer> => {
  const { named, target, short, at, as } = call
  const { method, input, upload } = named.endpoint
  const url = `${originsOf(portico)[at] ?? portico.origin}/api/v1${addressOf(named.endpoint, target)}`
  const body = input && rightBody(named, target, short)
  const answer = upload
    ? await sendFile(portico, call, url)
    : answered(await createBrowser(url).request(method, url, { headers: { ...as }, ...(body && { body }) }))
  // The person's session may have ended by the other call; the one who may everything stays signed in.
  if (answer.status === 401 && !byThePerson(named))
    throw new Error(`${named.name} does not know who calls: ${JSON.stringify(answer)} at ${new Date().toISOString()}`)
  return answer
}

const answered = ({ status, text }: { status: number; text: string }): Answer => ({
  status,
  body: text ? JSON.parse(text) : null,
})

export const sendFile = async (
  portico: TestPortico,
  { named, target, short, as }: Omit<Call, 'at'>,
  url: string,
): Promise<Answer> => {
  const file = rightFiles[named.name]?.(target, short)
  if (!file) throw new Error(`right-files.ts has no right file of ${named.name}`)
  const answer = await fetch(url, {
    method: named.endpoint.method,
    headers: as,
    body: await formOf(portico, file),
  })
  return answered({ status: answer.status, text: await answer.text() })
}

const formOf = async (portico: TestPortico, file: Sheet | Buffer | FilledForm) => {
  const form = new FormData()
  if ('fields' in file) {
    for (const [name, value] of Object.entries(file.fields)) if (value !== undefined) form.set(name, value)
    for (const [name, bytes] of file.files) form.append('files', new File([new Uint8Array(bytes)], name))
    return form
  }
  const bytes = Buffer.isBuffer(file) ? file : await workbook(portico, file.titles, file.rows)
  form.set('file', new File([new Uint8Array(bytes)], Buffer.isBuffer(file) ? 'icon.png' : 'rows.xlsx'))
  return form
}

type Order = 'first then second' | 'second then first' | 'at once'

export const run = async (setting: Setting, [one, other]: Pair, order: Order) => {
  const target = await makeTarget(setting.portico)
  const short = randomUUID().slice(0, 8)
  const caller = await callerOf(setting, [one, other], target)
  const first = () => send(setting, { named: one, target, short: `${short}a`, at: 0, as: caller(one) })
  const second = () => send(setting, { named: other, target, short: `${short}b`, at: 1, as: caller(other) })
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
