// T82: two tabs show the same, and both save: one wins, the other is told who was faster, and when. Nothing is lost
// unseen.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication, addPerson, signIn, type TestApplication } from '#server/spec/testing/people.ts'
import { addTenant } from '#server/spec/testing/tenants.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

type Tab = { readonly name: string; readonly as: { authorization: string }; readonly origin: () => string }
type ShownObject = Record<string, unknown> & { modifiedOn: string }

let portico: TestPortico
let docs: TestApplication
let second: string
let areaId: string
const tabs: Tab[] = []
beforeAll(async () => {
  portico = await startTestPortico({}, { instances: 2 })
  docs = await addApplication(portico, { name: 'docs', role: 'Reader' })
  second = randomUUID()
  await portico.write((tx) =>
    tx.query(`insert into role (id, application_id, name) values ($1, $2, 'Writer')`, [second, docs.id]),
  )
  const [area] = await portico.database.query<{ id: string }>(`select id from area where not system limit 1`)
  areaId = area?.id ?? ((await one('POST', '/admin/areas', { name: 'Home' }, await firstTab())).body['id'] as string)
  for (const [index, firstName] of ['Bea', 'Cai'].entries()) tabs.push(await tabOf(firstName, index))
})
afterAll(() => portico.close())

const origins = () => [portico.origin, ...portico.others.map(({ port }) => `http://127.0.0.1:${port}`)]
const tabOf = async (firstName: string, instance: number): Promise<Tab> => {
  const person = await addPerson(portico, { firstName, lastName: 'Sol', roles: ['Administrator', 'God'] })
  const { bearer } = await signIn(portico, person)
  return { name: `${firstName} Sol`, as: bearer, origin: () => origins()[instance] ?? '' }
}
const firstTab = () => tabOf('Ada', 0)

const one = async (method: string, path: string, body: unknown, tab: Tab = tabs[0] as Tab) => {
  const answer = await createBrowser(tab.origin()).request(method, `/api/v1${path}`, {
    headers: tab.as,
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, body: answer.json<ShownObject & Problem>() }
}
const read = async (path: string) => (await one('GET', path, undefined)).body

/** What is edited, where it is read, and what each of two tabs makes of it. */
type Case = { readonly path: string; readonly save?: string; readonly edits: readonly [object, object] }
type CasesByName = {
  readonly [name: string]: { readonly methods: readonly string[]; readonly make: () => Promise<Case> }
}

const newName = () => `Thing ${randomUUID().slice(0, 8)}`
const described = [{ description: 'by one' }, { description: 'by the other' }] as const

const newMember = async (base: 'admin/tenants' | 'profile'): Promise<Case> => {
  const [tenantId, { id: identityId }] = [await addTenant(portico), await addPerson(portico)]
  const path = `/${base}/${tenantId}/members`
  const made = await one('POST', path, { identityType: 'User', identityId, roles: [docs.roleId] })
  const edits = [
    { isInheritable: true, roles: [docs.roleId] },
    { isInheritable: false, roles: [second] },
  ] as const
  return { path: `${path}/identity?identityId=${identityId}`, save: `${path}/${made.body['id']}`, edits }
}

const entities: CasesByName = {
  user: {
    methods: ['PUT', 'PATCH'],
    make: async () => {
      const { id, email } = await addPerson(portico)
      const fields = { email, firstName: 'Eva', lastName: 'Mar', areaId, language: 'en' }
      return { path: `/admin/users/${id}`, edits: [fields, { ...fields, firstName: 'Iva' }] }
    },
  },
  group: {
    methods: ['PUT', 'PATCH'],
    make: async () => {
      const fields = { name: newName(), areaId }
      const { body } = await one('POST', '/admin/groups', fields)
      return {
        path: `/admin/groups/${body['id']}`,
        edits: [
          { ...fields, ...described[0] },
          { ...fields, ...described[1] },
        ],
      }
    },
  },
  area: {
    methods: ['PUT', 'PATCH'],
    make: async () => {
      const { body } = await one('POST', '/admin/areas', { name: newName() })
      return { path: `/admin/areas/${body['id']}`, edits: [{ name: newName() }, { name: newName() }] }
    },
  },
  application: {
    methods: ['PATCH'],
    make: async () => ({
      path: `/admin/applications/${(await addApplication(portico, { name: newName(), redirectUri: 'http://localhost:9/callback' })).id}`,
      edits: described,
    }),
  },
  owners: {
    methods: ['PUT'],
    make: async () => {
      const { id } = await addApplication(portico, { name: newName() })
      const owners = await Promise.all([addPerson(portico), addPerson(portico)])
      const edits = owners.map((owner) => ({ owners: [owner.id] })) as unknown as Case['edits']
      return { path: `/admin/applications/${id}`, save: `/admin/applications/${id}/owners`, edits }
    },
  },
  role: {
    methods: ['PUT', 'PATCH'],
    make: async () => {
      const { id, roleId } = await addApplication(portico, { name: newName() })
      return { path: `/admin/app/${id}/roles/${roleId}`, edits: described }
    },
  },
  tenant: {
    methods: ['PUT', 'PATCH'],
    make: async () => {
      const edits = [
        { title: newName(), areaId },
        { title: newName(), areaId },
      ] as const
      return { path: `/admin/tenants/${await addTenant(portico)}`, edits }
    },
  },
  disclaimer: {
    methods: ['PUT'],
    make: async () => {
      const { id } = await addApplication(portico, { name: newName() })
      return {
        path: `/admin/applications/${id}/disclaimer`,
        edits: [{ texts: { en: 'one' } }, { texts: { en: 'other' } }],
      }
    },
  },
  member: { methods: ['PUT'], make: () => newMember('admin/tenants') },
  'member of one’s own tenant': { methods: ['PUT'], make: () => newMember('profile') },
}

const kinds = Object.entries(entities).flatMap(([name, { methods, make }]) =>
  methods.map((method) => [method, name, make] as const),
)

describe('T82 A-201 stale edits from two tabs, on two instances', () => {
  test.each(kinds)(
    'T82 %s of one %s: at once, one wins, and the other is told who changed it and when',
    async (method, _name, make) => {
      for (let round = 0; round < 3; round++) {
        const { path, save = path, edits } = await make()
        const { modifiedOn } = await read(path)
        const answers = await Promise.all(
          edits.map((edit, index) => one(method, save, { ...edit, modifiedOn }, tabs[index])),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
        const winner = answers.findIndex(({ status }) => status === 200)
        const stands = await read(path)
        const refused = answers[1 - winner]?.body
        expect(refused).toMatchObject({
          code: 'changed-meanwhile',
          changed: { by: tabs[winner]?.name, on: stands.modifiedOn },
        })
        expect(refused?.message).toMatch(
          new RegExp(`^${tabs[winner]?.name} changed this on [0-9: -]+ UTC: look at it again`),
        )
        expect(answers[winner]?.body['modifiedOn']).toBe(stands.modifiedOn)
        expect(new Date(stands.modifiedOn).getTime()).toBeGreaterThan(new Date(modifiedOn).getTime())
        // Who looked again may save.
        const again = await one(method, save, { ...edits[1 - winner], modifiedOn: stands.modifiedOn }, tabs[1 - winner])
        expect(again.status).toBe(200)
      }
    },
  )

  test.each(kinds)('T82 %s of one %s: hours later, an old tab changes nothing', async (method, _name, make) => {
    const { path, save = path, edits } = await make()
    const { modifiedOn } = await read(path)
    expect((await one(method, save, { ...edits[0], modifiedOn })).status).toBe(200)
    const stands = await read(path)
    expect((await one(method, save, { ...edits[1], modifiedOn }, tabs[1])).body.code).toBe('changed-meanwhile')
    expect(await read(path)).toEqual(stands)
    // Who sends no time has the last word, as before.
    expect((await one(method, save, edits[1], tabs[1])).status).toBe(200)
  })
})
