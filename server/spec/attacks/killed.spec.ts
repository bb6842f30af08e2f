// T59 A process of Portico that is killed in the middle of many requests: of an upload nothing is left, of a decision
// whole batches, and the same call finishes the rest after the restart.
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ImportResult } from '#contract/kernel/bulk-import.ts'
import {
  openWorkbookRequests,
  path as pathOf,
  titles,
} from '#server/features/operation-requests/workbook-requests.harness.ts'
import { addressOf } from '#server/spec/testing/database-of.ts'
import { addPerson } from '#server/spec/testing/people.ts'
import { freePort, until } from '#server/spec/testing/portico.ts'
import { killStarted, startMain, type StartedMain } from '#server/spec/testing/started-main.ts'
import { addMembership } from '#server/spec/testing/tenants.ts'
import { upload, workbook } from '#server/spec/testing/workbooks.ts'
import { writeWebStub } from '#server/spec/testing/web-stub.ts'

const { world } = openWorkbookRequests()
let folder: string
let web: string
let userNames: string[]
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portico-killed-'))
  web = await writeWebStub(folder)
  userNames = []
  for (let n = 0; n < 300; n += 1) {
    const { id, userName } = await addPerson(world.portico)
    await addMembership(world.portico, { identityId: id, tenantId: world.city })
    userNames.push(userName)
  }
})
afterEach(killStarted)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Another process on the same database. */
const started = async () => {
  const main = startMain({
    port: await freePort(),
    web,
    NODE_ENV: 'production',
    WORKERS: '1',
    PORTICO_DATA: folder,
    PORTICO_URL: world.portico.origin,
    PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_URL: addressOf(world.portico.connection),
  })
  await main.ready()
  return main
}

/** Somebody in the middle of requests waits for what is held. */
const waiting = async () =>
  (
    await world.portico.database.query(
      `select 1
         from pg_locks waits
         join pg_locks has on has.pid = waits.pid and has.granted
        where not waits.granted
          and has.database = (select oid from pg_database where datname = current_database())
          and has.relation = 'operation_request'::regclass
          and has.mode in ('RowShareLock', 'RowExclusiveLock')`,
    )
  ).length > 0

/** Killed while it waits for something that is held, and nothing of it is under way any more. */
const killedAt = async (held: string, begin: (main: StartedMain) => Promise<unknown>) => {
  const main = await started()
  const call = await world.portico.write(async (tx) => {
    await tx.execute(held)
    const answer = begin(main).then(
      () => 'answered',
      () => 'broken',
    )
    await until(waiting)
    main.signal('SIGKILL')
    await main.ended
    return { answer }
  })
  expect(await call.answer).toBe('broken')
  const others = `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
  await until(async () => (await world.portico.database.query(others)).length === 0)
}

const uploaded = async (main: StartedMain) => {
  const rows = userNames.map((userName) => [userName, '', 'docs: Reader', 'no'])
  const bytes = await workbook(world.portico, titles.users, rows)
  const at = { ...world.portico, origin: main.origin }
  return upload<ImportResult>(at, `${pathOf.users}${world.city}`, { bytes, as: world.consultant })
}

const counted = async () => {
  const [found] = await world.portico.database.query<Record<'requests' | 'created' | 'applied' | 'given', number>>(
    `select (select count(*) from operation_request where tenant_id = $1)::int as requests,
            (select count(*) from audit_event where tenant_id = $1 and type = 'request.created')::int as created,
            (select count(*) from operation_request where tenant_id = $1 and status = 'Applied')::int as applied,
            (select count(*) from audit_event where tenant_id = $1 and type = 'request.applied')::int as told,
            (select count(*)
               from operation_request_history h
               join operation_request r on r.id = h.request_id
              where r.tenant_id = $1
                and h.status = 'Applied')::int as kept,
            (select count(*)
               from role_assignment a
               join operation_request r on r.id = a.request_id
              where r.tenant_id = $1)::int as given`,
    [world.city],
  )
  return found
}
const none = { requests: 0, created: 0, applied: 0, told: 0, kept: 0, given: 0 }
const asked = { ...none, requests: 300, created: 300 }
const decided = (count: number) => ({ ...asked, applied: count, told: count, kept: count, given: count })

test('T59 killed in the middle of an upload of 300 requests, none of them is there; sent again, all are, once', async () => {
  // The requests are written, and their events are not.
  await killedAt(`lock table audit_event in share mode`, uploaded)
  expect(await counted()).toEqual(none)
  const main = await started()
  const { status, body } = await uploaded(main)
  expect([status, body]).toMatchObject([200, { success: true, totalElements: 300, importedElements: 300 }])
  expect(await counted()).toEqual(asked)
  await main.stop()
})

test('T59 killed in the middle of 300 decisions, whole batches are decided; asked again, the others are, once', async () => {
  const ids = (
    await world.portico.database.query<{ id: string }>(`select id from operation_request where tenant_id = $1`, [
      world.city,
    ])
  ).map(({ id }) => id)
  const approve = async (main: StartedMain) => {
    const answer = await fetch(`${main.origin}/api/v1/admin/operationRequests/approveInBulk`, {
      method: 'POST',
      headers: { authorization: world.keeper.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(ids),
    })
    return (await answer.json()) as { errors: { code: string }[] }
  }
  // In the fourth batch of fifty.
  await killedAt(`select 1 from operation_request where id = '${ids.toSorted()[170]}' for update`, approve)
  expect(await counted()).toEqual(decided(150))
  const main = await started()
  const { errors } = await approve(main)
  expect(errors.map(({ code }) => code)).toEqual(Array(150).fill('request-is-decided'))
  expect(await counted()).toEqual(decided(300))
  await main.stop()
})
