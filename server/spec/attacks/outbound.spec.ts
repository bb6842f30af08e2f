// T37: an address in a body, a query, a form or a file is a text. Nobody is called because of it, no file is read, and
// the files of others are not there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileUpload, FormUpload } from '#contract/kernel/endpoint.ts'
import { ListQuery } from '#contract/kernel/page.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { share } from '#server/spec/testing/full.ts'
import { startTestPortico, type TestPortico, until } from '#server/spec/testing/portico.ts'
import { workbook } from '#server/spec/testing/workbooks.ts'
import { rightFiles } from '../races/right-files.ts'
import { addressOf } from './addresses.ts'
import { addChief, type Bearer, makeCast } from './cast.ts'
import { makeTarget } from './make-target.ts'
import { addresses, drawing, insideOfFiles, listen, plainAddresses, textsIn, withAt } from './outbound.ts'
import { aim, every, type NamedEndpoint, rightBody, type Target } from './whole-contract.ts'

let portico: TestPortico
let listener: Awaited<ReturnType<typeof listen>>
let chief: Bearer
let target: Target
beforeAll(async () => {
  listener = await listen()
  portico = await startTestPortico()
  chief = (await addChief(portico)).bearer
  target = await makeTarget(portico)
})
afterAll(async () => {
  await portico.close()
  await listener.close()
})

/** Each place gets one of those that applications may have, and a share of the rest; all with FULL=1. */
const shareOf = (at: number) => {
  const plain = plainAddresses(listener.port)
  return share(addresses(listener.port), { of: 72, at, always: plain.slice(at % plain.length).slice(0, 1) })
}

const callerOf = ({ endpoint }: NamedEndpoint) => (endpoint.access === 'anyone' ? undefined : chief)

const expectAnswer = (said: unknown, { status, text }: { status: number; text: string }) => {
  // The reference of a fault leads to its line in the log.
  const fault = status < 500 ? '' : `${status} ${text}`
  expect([said, fault, insideOfFiles.test(text)]).toEqual([said, '', false])
  return status
}

/** Jobs and processes have done what they were left; those that the targets hold are nobody's to run for an hour. */
const settled = () =>
  until(async () => {
    const [left] = await portico.database.query<{ jobs: number; processes: number }>(
      `select (select count(*)::int from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()) as jobs,
              (select count(*)::int from process where state in ('Queued', 'Running') and coalesce(lease_until, now()) < now() + interval '30 minutes') as processes`,
    )
    return left?.jobs === 0 && left.processes === 0
  })

const bodies = every.filter(({ endpoint }) => endpoint.input !== undefined)
/** What all lists have is tried at one of them. */
const common = new Set(textsIn(ListQuery).map(([key]) => key))
const keysOf = ({ name, endpoint: { query } }: NamedEndpoint) =>
  query ? textsIn(query).flatMap(([key]) => (name === 'users.list' || !common.has(key) ? [String(key)] : [])) : []
const queries = every.filter((named) => keysOf(named).length > 0)
const paths = every.filter(({ endpoint }) => endpoint.path.includes('/:'))
const uploads = every.filter(({ endpoint }) => endpoint.upload !== undefined)

for (const [at, named] of bodies.entries())
  test(`T37 ${named.name} calls nobody for an address in any text of its body`, async () => {
    target = await makeTarget(portico)
    for (const [index, place] of textsIn(named.endpoint.input).entries())
      for (const address of shareOf(at + index)) {
        const body = withAt(rightBody(named, target), place, address)
        expectAnswer([place, address], await aim(portico, named, { target, as: callerOf(named), body }))
      }
    expect(listener.calls()).toBe(0)
  })

for (const [at, named] of queries.entries())
  test(`T37 ${named.name} calls nobody for an address in its query`, async () => {
    const [filled = '', query = ''] = addressOf(named.endpoint, target).split('?')
    for (const [index, key] of keysOf(named).entries())
      for (const address of shareOf(at + index)) {
        const asked = new URLSearchParams(query)
        asked.set(key, address)
        const sent = named.endpoint.input ? { body: rightBody(named, target) } : {}
        const answer = await createBrowser(portico.origin).request(named.endpoint.method, `/api/v1${filled}?${asked}`, {
          headers: { ...callerOf(named) },
          ...sent,
        })
        expectAnswer([key, address], answer)
      }
    expect(listener.calls()).toBe(0)
  })

for (const [at, named] of paths.entries())
  test(`T37 ${named.name} calls nobody for an address in its path`, async () => {
    const [filled = '', query] = addressOf(named.endpoint, target).split('?')
    const places = named.endpoint.path.split('/').flatMap((part, index) => (part.startsWith(':') ? [index] : []))
    for (const place of places)
      for (const address of shareOf(at + place)) {
        const path = filled.split('/').with(place, encodeURIComponent(address)).join('/')
        const body = named.endpoint.input ? { body: rightBody(named, target) } : {}
        const answer = await createBrowser(portico.origin).request(
          named.endpoint.method,
          `/api/v1${path}${query ? `?${query}` : ''}`,
          { headers: { ...callerOf(named) }, ...body },
        )
        expectAnswer([place, address], answer)
      }
    expect(listener.calls()).toBe(0)
  })

/** The rows of a right workbook with an address in one cell, or a drawing that names it. */
const filesWith = async (named: NamedEndpoint, address: string): Promise<readonly Buffer[]> => {
  const right = rightFiles[named.name]?.(target, 'noa')
  if (!right || !('rows' in right)) return [Buffer.from(drawing(address)), Buffer.from(address)]
  const [row = []] = right.rows
  return Promise.all(row.map((_, cell) => workbook(portico, right.titles, [row.with(cell, address)])))
}

const isForm = (one: FileUpload | FormUpload): one is FormUpload => 'form' in one

for (const [at, named] of uploads.entries())
  test(`T37 ${named.name} calls nobody for an address in its file, the file’s name or a field beside it`, async () => {
    const taken = named.endpoint.upload as FileUpload | FormUpload
    const path = addressOf(named.endpoint, target)
    const send = async (form: FormData) => {
      const { method } = named.endpoint
      const answer = await fetch(`${portico.origin}/api/v1${path}`, { method, headers: chief, body: form })
      expectAnswer([named.name], { status: answer.status, text: await answer.text() })
    }
    const formWith = (bytes: Buffer, name: string) => {
      const form = new FormData()
      form.set(isForm(taken) ? 'files' : 'file', new File([new Uint8Array(bytes)], name))
      return form
    }
    for (const address of shareOf(at)) {
      for (const bytes of await filesWith(named, address))
        for (const ending of taken.accept) await send(formWith(bytes, `file${ending}`))
      await send(formWith(Buffer.from('nothing'), `${address}${taken.accept[0]}`))
      for (const field of isForm(taken) ? Object.keys(taken.form.shape) : ['url', 'file', 'path']) {
        const form = formWith(Buffer.from('nothing'), `file${taken.accept[0]}`)
        form.append(field, address)
        await send(form)
      }
    }
    await settled()
    expect(listener.calls()).toBe(0)
  })

test('T37 what an application says of itself is read by nobody: not by the hub, the provider or a job', async () => {
  const [address = ''] = plainAddresses(listener.port)
  const save = every.find(({ name }) => name === 'applications.save') as NamedEndpoint
  const places = textsIn(save.endpoint.input).filter(([field]) => /Ur[il]/i.test(String(field)))
  const body = places.reduce<unknown>((whole, place) => withAt(whole, place, address), rightBody(save, target))
  expect(places.length).toBeGreaterThan(3)
  expect(expectAnswer(body, await aim(portico, save, { target, as: chief, body }))).toBe(200)
  for (const named of every.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.writes))
    expectAnswer(named.name, await aim(portico, named, { target, as: callerOf(named) }))
  await settled()
  expect(listener.calls()).toBe(0)
})

test('T37 files of others are not there, whoever asks', async () => {
  const cast = await makeCast(portico)
  const read = (path: string, as: Bearer | undefined) =>
    createBrowser(portico.origin).get(`/api/v1${path}`, as && { ...as })
  const address = `/admin/filestorage/downloadExcel?url=${encodeURIComponent(target.file)}`
  for (const [name, as] of Object.entries(cast))
    expect([name, (await read(address, as)).status]).toEqual([name, as ? 404 : 401])
  // A document is there under its own request only.
  const other = await makeTarget(portico)
  const documentOf = (request: Target, { rightsDocumentId }: Target) =>
    `/admin/rightsRequests/${request.rightsRequestId}/documents/${rightsDocumentId}`
  expect((await read(documentOf(target, target), cast.Administrator)).status).toBe(200)
  expect((await read(documentOf(other, target), cast.Administrator)).status).toBe(404)
  expect((await read(documentOf(target, target), cast.Manager)).status).toBe(403)
})

test('T37 the listener hears whoever calls', async () => {
  const before = listener.calls()
  for (const address of plainAddresses(listener.port).slice(0, 1)) await fetch(address)
  expect(listener.calls()).toBe(before + 1)
})
