// Where mails lie without an SMTP server: `<id>.eml` for mail programs and `<id>.json` for the viewer.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { languages } from '#contract/kernel/language.ts'

const StoredMail = z.object({
  id: z.string(),
  date: z.iso.datetime().transform((text) => new Date(text)),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  language: z.enum(languages),
  text: z.string(),
  html: z.string(),
})

export type StoredMail = z.output<typeof StoredMail>

/** Newest first. */
export const listMails = async (folder: string, limit = 500): Promise<StoredMail[]> => {
  const ids = (await idsIn(folder)).reverse().slice(0, limit)
  const mails = await Promise.all(ids.map((id) => readMail(folder, id)))
  return mails.filter((mail) => mail !== undefined)
}

/** Nothing for an id that is unknown, removed meanwhile, or not an id. */
export const readMail = async (folder: string, id: string): Promise<StoredMail | undefined> => {
  if (!isId.test(id)) return undefined
  const text = await readFile(path.join(folder, `${id}.json`), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : parsed(text)
}

export const storeMail = async (
  folder: string,
  mail: Omit<StoredMail, 'id'>,
  eml: Buffer,
  keep: number,
): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const id = newId(mail.date)
  const file = path.join(folder, id)
  await writeFile(`${file}.eml`, eml, { mode: 0o600, flag: 'wx' })
  // The list reads sidecars: written aside and renamed, they are there as a whole or not at all.
  await writeFile(`${file}.part`, JSON.stringify({ id, ...mail }), { mode: 0o600, flag: 'wx' })
  await rename(`${file}.part`, `${file}.json`)
  await prune(folder, keep)
}

const prune = async (folder: string, keep: number) => {
  const oldest = (await idsIn(folder)).slice(0, -keep)
  await Promise.all(
    oldest.flatMap((id) => ['eml', 'json'].map((ending) => rm(path.join(folder, `${id}.${ending}`), { force: true }))),
  )
}

/** Oldest first: the id begins with the time. */
const idsIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => isId.test(id))
    .sort()
}

const isId = /^\d{8}T\d{9}Z-[0-9a-f]{16}$/

const newId = (date: Date) => `${date.toISOString().replace(/[-:.]/g, '')}-${randomBytes(8).toString('hex')}`

const parsed = (text: string): StoredMail | undefined => {
  try {
    return StoredMail.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
