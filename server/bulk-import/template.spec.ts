// The notes of every template, over HTTP, in the language of the request.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#contract/kernel/language.ts'
import { apiCaller } from '#server/spec/testing/api-caller.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { download } from '#server/spec/testing/workbooks.ts'
import { templateMessages } from './template-messages.ts'

let portico: TestPortico
let administrator: { authorization: string }
let paths: readonly string[] = []
beforeAll(async () => {
  portico = await startTestPortico()
  administrator = (await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))).bearer
  const [area] = await portico.database.query<{ id: string }>(`select id from area where is_default`)
  const group = await call<{ id: string }>('POST', '/admin/groups', { body: { name: 'Crew', areaId: area?.id } })
  paths = [
    '/admin/users/template',
    `/admin/groups/template/${group.body.id}`,
    '/admin/tenantidentities/template/users',
    '/admin/tenantidentities/template/groups',
    '/profile/template/operationRequests',
    '/profile/template/fullUserWithOperationRequest',
  ]
})
const { call } = apiCaller(
  () => portico,
  '',
  () => administrator,
)
afterAll(() => portico.close())

const templateIn = async (path: string, language: string) => {
  const { status, bytes } = await download(portico, path, { ...administrator, 'accept-language': language })
  expect(status, path).toBe(200)
  const [rows, notes] = (await readXlsx(bytes)).sheets
  return { titles: rows?.rows[0], name: notes?.name, lines: (notes?.rows ?? []).map(([line]) => String(line)) }
}

test('R2.5-45 the notes of a template come in the language of the request, the names of columns as they are', async () => {
  for (const path of paths) {
    const english = await templateIn(path, 'en')
    expect(english.name).toBe('Notes')
    for (const language of languages) {
      const { titles, name, lines } = await templateIn(path, language)
      const texts = templateMessages[language]
      expect([titles, name]).toEqual([english.titles, texts.notes])
      expect(lines.at(-1)).toBe(texts.faulty)
      expect(lines.some((line) => line.endsWith(texts.titles))).toBe(true)
      const known = new Set<string>(Object.values(texts))
      const others = lines.slice(1, -1).filter((line) => line && line !== name && !line.endsWith(texts.titles))
      expect(others.filter((line) => !known.has(line))).toEqual([])
      if (language !== 'en') expect(lines.filter((line) => english.lines.includes(line))).toEqual([])
    }
  }
})

test('what is typed into a cell reads the same in every language', () => {
  for (const language of languages)
    for (const [note, data] of [
      ['language', 'en, es, fr, it, pt, pt-br'],
      ['invitation', 'sendEmailInvite, validateScopes'],
      ['passesDown', 'isInheritable'],
      ['passesDown', 'yes'],
      ['permission', 'Owner'],
      ['who', 'userName'],
      ['tenant', 'Global'],
    ] as const)
      expect(templateMessages[language][note], `${language} ${note}`).toContain(data)
})
