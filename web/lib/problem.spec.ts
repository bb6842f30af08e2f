import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { CallProblem, problemText } from './problem.ts'

const texts = import.meta.glob<Record<string, string>>('../locales/en/errors.json', { eager: true, import: 'default' })
const errors = texts['../locales/en/errors.json'] ?? {}

beforeAll(async () => {
  await i18next.init({ lng: 'en', keySeparator: false, nsSeparator: ':', resources: { en: { errors } } })
})

const answered = (status: number, body = {}) => new CallProblem('answered', status, body)

test('R8.1-01 a 404 says Not found', () => {
  expect(problemText(answered(404, { message: 'No user 7' }))).toBe('Not found')
})

test('R4.1-03 a 401 says Access is denied', () => {
  expect(problemText(answered(401))).toBe('Access is denied')
})

test('R8.1-02 a 403 says that the permission is missing, in the words of the screen', () => {
  const raw = answered(403, { message: 'Request failed with status code 403' })
  expect(problemText(raw)).toBe('You dont have permission to perform this action')
  expect(problemText(raw, { assigning: true })).toBe('not authorised to perform this action')
})

test("R8.1-03 other errors say their message, else their messages joined with '. ', else Unknown error", () => {
  expect(problemText(answered(409, { message: 'Taken', messages: ['a'] }))).toBe('Taken')
  expect(problemText(answered(409, { messages: ['First', { message: 'second' }] }))).toBe('First. second')
  expect(problemText(answered(500))).toBe('Unknown error')
  expect(problemText(new Error('Local trouble'))).toBe('Local trouble')
  expect(problemText('nonsense')).toBe('Unknown error')
})
