// The limit of an upload holds however its bytes arrive: a network cuts them where it likes.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/kernel/answer.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
let as: { authorization: string }
beforeAll(async () => {
  portico = await startTestPortico()
  as = (await signIn(portico, await addPerson(portico))).bearer
})
afterAll(() => portico.close())

const limit = 2_097_152
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const rightsForm = {
  email: 'ana@people.example',
  fullName: 'Ana Ruiz',
  requestDate: '02/03/2024',
  requestType: 'Direct',
  rightsToExcercise: '["Access"]',
}

const boundary = 'portico-upload'
const fieldPart = ([name, value]: [string, string]) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** The file is the last part; what goes beyond the limit comes by itself, when the rest was read. */
async function* pieces(field: string, fields: Record<string, string>, beyond: number) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`
  yield Buffer.from(Object.entries(fields).map(fieldPart).join('') + head)
  yield Buffer.concat([png, Buffer.alloc(limit - png.length)])
  await sleep(150)
  yield Buffer.from(`${'\0'.repeat(beyond)}\r\n--${boundary}--\r\n`)
}

const send = async (path: string, field: string, fields: Record<string, string>, beyond: number) => {
  const answer = await fetch(`${portico.origin}/api/v1${path}`, {
    method: 'POST',
    headers: { ...as, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(pieces(field, fields, beyond)),
    duplex: 'half',
  })
  return { status: answer.status, body: (await answer.json()) as Problem }
}

describe('R5.6-07 R5.6-10 A-27 2,097,152 bytes are taken, and one more is refused when it comes in a piece of its own', () => {
  test.each([
    ['of a picture', '/profile/avatar', 'file', {}],
    ['of a document', '/profile/excerciseRights', 'files', rightsForm],
  ] as const)('%s', async (_, path, field, fields) => {
    expect((await send(path, field, fields, 0)).status).toBe(200)
    const { status, body } = await send(path, field, fields, 1)
    expect([status, body]).toMatchObject([413, { code: 'two-megabytes-exceeded', errors: [{ field }] }])
  })
})
