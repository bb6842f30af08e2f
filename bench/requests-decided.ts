// A thousand requests decided by one call, with its progress; and the same rows written by bare statements.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './latencies.ts'
import { direct, rows, server } from './requests-server.ts'
import { largeTenant, tokenOf, type Viewer } from './requests-world.ts'

const many = 1_000
const batch = 50

type StreamTiming = { first: number; lines: number; longest: number; whole: number; failed: number }

/** Reads the lines as they come: when the first one was there, and how long nothing was heard at most. */
const inBulk = (viewer: Viewer, verb: 'approve' | 'reject', ids: readonly string[]) =>
  new Promise<StreamTiming>((resolve, reject) => {
    const begun = performance.now()
    const timing: StreamTiming = { first: 0, lines: 0, longest: 0, whole: 0, failed: 0 }
    let last = begun
    let text = ''
    const sent = request(
      `${server.origin}/api/v1/admin/operationRequests/${verb}InBulk`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokenOf(viewer)}`,
          'content-type': 'application/json',
          accept: 'text/event-stream',
        },
      },
      (response) => {
        response.setEncoding('utf8').on('data', (part: string) => {
          const now = performance.now()
          timing.first ||= now - begun
          timing.longest = Math.max(timing.longest, now - last)
          timing.lines += part.split('data:').length - 1
          last = now
          text += part
        })
        response.on('end', () => {
          const result = /\{"result":.*\}/.exec(text)?.[0]
          if (!result) return reject(new Error(text.slice(-300)))
          const { errors } = (JSON.parse(result) as { result: { errors: { code: string }[] } }).result
          resolve({ ...timing, whole: performance.now() - begun, failed: errors.length })
        })
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(ids))
  })

const waiting = async (where: string, values: readonly unknown[] = []) =>
  (
    await rows<{ id: string }>(
      `select o.id from operation_request o where o.status = 'WaitingForApprover' and ${where} order by md5(o.id::text) limit ${many}`,
      values,
    )
  ).map(({ id }) => id)

const writing: readonly string[] = [
  `update operation_request set status = 'Applied', decided_by = created_by, modification_date = now(), version = version + 1 where id = any($1::uuid[])`,
  `insert into operation_request_history (id, request_id, email, date, request_type, status)
   select gen_random_uuid(), id, '', now(), request_type, 'Applied' from operation_request where id = any($1::uuid[])`,
  `insert into tenant_member (id, tenant_id, identity_type, identity_id)
   select gen_random_uuid(), tenant_id, 'User', identity_id from operation_request where id = any($1::uuid[]) on conflict do nothing`,
  `insert into role_assignment (member_id, role_id, request_id)
   select m.id, unnest(o.requested_roles), o.id from operation_request o join tenant_member m on m.tenant_id = o.tenant_id and m.identity_id = o.identity_id
    where o.id = any($1::uuid[]) on conflict do nothing`,
  `insert into audit_event (at, type, subject, actor_kind, actor_name, tenant_id, after)
   select now(), x.type, o.id::text, 'user', '', o.tenant_id, '{"status": "Applied"}'
     from operation_request o cross join (values ('request.applied'), ('member.added')) x (type) where o.id = any($1::uuid[])`,
]

const written = async (ids: readonly string[]) => {
  const begun = performance.now()
  for (let at = 0; at < ids.length; at += batch) {
    await direct.query('begin')
    for (const text of writing) await direct.query(text, [ids.slice(at, at + batch)])
    await direct.query('commit')
  }
  return performance.now() - begun
}

/** The mails and notices of the last one are no part of the next. */
const quiet = async () => {
  for (;;) {
    const [jobs] = await rows<{ count: number }>(
      `select count(*)::int as count from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()`,
    )
    if (jobs?.count === 0) return
    await sleep(200)
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

const decide = async (
  name: string,
  { viewer, verb, ids }: { viewer: Viewer; verb: 'approve' | 'reject'; ids: readonly string[] },
) => {
  const cpu = server.cpuSeconds()
  const { first, lines, longest, whole, failed } = await inBulk(viewer, verb, ids)
  const spent = server.cpuSeconds() - cpu
  await quiet()
  say(
    `  ${name.padEnd(44)} ${seconds(whole).padStart(8)}   first progress ${seconds(first)}   ${lines} lines, ${seconds(longest)} apart at most   cpu ${spent.toFixed(2)} s   ${ids.length} asked, ${failed} failed${whole > 5000 ? '   over 5 s' : ''}`,
  )
}

export const decided = async () => {
  const [large] = await rows<{ id: string }>(`select bench_id('tenant ' || $1::text) as id`, [largeTenant])
  const elsewhere = `o.tenant_id <> $1 and o.created_by <> all(select id from portal_user where user_name in ('bench1', 'bench2', 'bench3'))`
  const approve = { viewer: 'approver-of-all', verb: 'approve' } as const
  const bare = await waiting(elsewhere, [large?.id])
  say(`  ${'bare, across tenants'.padEnd(44)} ${seconds(await written(bare)).padStart(8)}   ${bare.length} written`)
  await decide('approved across tenants', { ...approve, ids: await waiting(elsewhere, [large?.id]) })
  await decide('approved at one tenant', { ...approve, ids: await waiting(`o.tenant_id = $1`, [large?.id]) })
  const administrator = { ...approve, viewer: 'administrator' } as const
  await decide('approved by an administrator', { ...administrator, ids: await waiting(elsewhere, [large?.id]) })
  await decide('rejected across tenants', {
    viewer: 'approver-of-all',
    verb: 'reject',
    ids: await waiting(elsewhere, [large?.id]),
  })
}
