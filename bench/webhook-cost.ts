// What webhooks cost a write that none of them was made for: a person's language is changed over HTTP without
// asking for webhooks, with a statement of its own that asks, and as it is now, in turns of ten, on one server:
// `npm run bench -- webhook-cost`.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { AnyReaction } from '#server/kernel/use-case.ts'
import { webhookReactions } from '#server/features/webhooks/webhooks.reactions.ts'

const turns = Number(process.argv[2] ?? 200)
const writes = 10
const say = (line: string) => process.stdout.write(`${line}\n`)

process.env['BENCH_PORT'] = '18765'
process.env['BENCH_FOLDER'] = await mkdtemp(path.join(os.tmpdir(), 'portico-bench-'))
const ready = new Promise<string>((resolve) => {
  process.send = (message: { ready?: string }) => (message.ready && resolve(message.ready), true)
})
await import('./server.ts')
const identity = await ready
const origin = identity.replace('localhost', '127.0.0.1')
const { signInOnce } = await import('./flows.ts')
const { call } = await import('./load.ts')
const { access_token: token } = await signInOnce({ origin, identity }, 0)
/** The question taken out of the insertion of events. */
const asked = { inInsertion: true }
const { query } = pg.Client.prototype
const isQuestion = (first: unknown): first is { text: string } =>
  typeof first === 'object' && first !== null && 'text' in first && String(first.text).includes(' as followed')
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, first: unknown, ...more: unknown[]) {
    const out =
      isQuestion(first) && !asked.inInsertion
        ? { ...first, name: 'unasked', text: first.text.replace(/, exists \(.*\) as followed/, ', false as followed') }
        : first
    return Reflect.apply(query, this, [out, ...more])
  },
})
const reaction = webhookReactions[0] as { jobs: AnyReaction['jobs'] }
const { jobs } = reaction
const statement: AnyReaction['jobs'] = (tx, events, ctx) =>
  jobs(
    tx,
    events.map((event) => ({ ...event, followed: true })),
    ctx,
  )
const wayOf = (name: string, inInsertion: boolean, reacting: AnyReaction['jobs']) => ({
  name,
  inInsertion,
  reacting,
  clock: [] as number[],
  processor: [] as number[],
})
const ways = [
  wayOf('without', false, async () => []),
  wayOf('a statement', false, statement),
  wayOf('now', true, jobs),
] as const

const write = async (n: number) => {
  const { status, body } = await call(`${origin}/api/v1/profile/language`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ language: n % 2 === 0 ? 'es' : 'fr' }),
  })
  if (status !== 200) throw new Error(body)
}

for (let turn = -10; turn < turns; turn++)
  for (let place = 0; place < ways.length; place++) {
    const way = ways[(turn + 10 + place) % ways.length] ?? ways[0]
    reaction.jobs = way.reacting
    asked.inInsertion = way.inInsertion
    const before = process.cpuUsage()
    const clock: number[] = []
    for (let n = 0; n < writes; n++) {
      const began = performance.now()
      await write(n)
      clock.push(performance.now() - began)
    }
    if (turn < 0) continue
    const { user, system } = process.cpuUsage(before)
    way.clock.push(...clock)
    way.processor.push((user + system) / 1000 / writes)
  }
const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
say(`\nmilliseconds of one write, ${turns * writes} each way; processor of the server without its database`)
const [without] = ways
for (const { name, clock, processor } of ways) {
  const figures = (of: readonly number[], beside: readonly number[]) =>
    [0.1, 0.25, 0.5]
      .map((share) => `${at(of, share).toFixed(3)} (${((at(of, share) / at(beside, share) - 1) * 100).toFixed(1)} %)`)
      .join(' ')
  say(`  ${name.padEnd(12)} clock p10 p25 p50 ${figures(clock, without.clock)}`)
  say(`  ${''.padEnd(12)} processor       ${figures(processor, without.processor)}`)
}
await rm(process.env['BENCH_FOLDER'], { recursive: true, force: true })
process.exit(0)
