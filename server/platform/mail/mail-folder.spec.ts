import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { simpleParser } from 'mailparser'
import { afterEach, expect, test } from 'vitest'
import type { Mail } from '#server/kernel/ports/mail.ts'
import { folderMailer } from './folder-mailer.ts'
import { listMails, readMail } from './mail-folder.ts'
import { mailViewer } from './mail-viewer.ts'

const from = 'Portico <no-reply@portico.example>'
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()))
})

const mailTo = (to: Partial<Mail['to']> = {}, rest: Partial<Mail> = {}): Mail => ({
  to: { name: 'Marta Keller', address: 'marta@group.example', ...to },
  subject: 'Your code',
  text: 'Code: 409133',
  html: '<p>Code: <b>409133</b></p>',
  language: 'en',
  ...rest,
})

const newFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-mail-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'mail')
}

test('without a server mails land in the folder, readable by the owner only', async () => {
  const folder = await newFolder()
  await folderMailer({ folder, from }).send(mailTo({ name: 'Zoë\r\nBcc: thief@evil.example' }, { subject: 'Código' }))
  const names = await readdir(folder)
  expect(names.map((name) => path.extname(name)).sort()).toEqual(['.eml', '.json'])
  for (const name of names) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  const eml = await simpleParser(await readFile(path.join(folder, names.find((name) => name.endsWith('.eml')) ?? '')))
  expect(eml.subject).toBe('Código')
  expect(eml.bcc).toBeUndefined()
  expect(eml.to).toMatchObject({ value: [{ address: 'marta@group.example' }] })
  expect(eml.text?.trim()).toBe('Code: 409133')
  expect(await listMails(folder)).toMatchObject([{ subject: 'Código', text: 'Code: 409133', language: 'en' }])
})

const tick = () => {
  let seconds = Date.parse('2026-11-21T08:00:00Z')
  return () => new Date((seconds += 1000))
}

test('a list of addresses is not stored either', async () => {
  const folder = await newFolder()
  const mail = mailTo({ address: 'marta@group.example, thief@evil.example' })
  await expect(folderMailer({ folder, from }).send(mail)).rejects.toThrow(
    'Mail not sent: the recipient is not one plain address',
  )
  expect(await listMails(folder)).toEqual([])
})

test('the newest mail is listed first, and the oldest are removed beyond the limit', async () => {
  const folder = await newFolder()
  const mailer = folderMailer({ folder, from, keep: 3, now: tick() })
  for (const subject of ['1', '2', '3', '4', '5']) await mailer.send(mailTo({}, { subject }))
  expect((await listMails(folder)).map(({ subject }) => subject)).toEqual(['5', '4', '3'])
  expect(await readdir(folder)).toHaveLength(6)
})

test('a folder that is not there yet is empty, and a broken file hides no other mail', async () => {
  const folder = await newFolder()
  expect(await listMails(folder)).toEqual([])
  await folderMailer({ folder, from }).send(mailTo())
  await writeFile(path.join(folder, '20261121T080000000Z-0123456789abcdef.json'), '{"half')
  expect(await listMails(folder)).toHaveLength(1)
})

test('an id cannot leave the folder', async () => {
  const folder = await newFolder()
  await folderMailer({ folder, from }).send(mailTo())
  await writeFile(path.join(folder, '..', 'secret.json'), '{}')
  for (const id of ['../secret', '..%2fsecret', '', '.', '20261121T080000000Z-0123456789abcdef/../../secret', '\0']) {
    expect(await readMail(folder, id)).toBeUndefined()
    expect(await mailViewer({ folder }).mail(id)).toBeUndefined()
    expect(await mailViewer({ folder }).body(id)).toBeUndefined()
  }
})

test('the viewer escapes what came with the mail, and has neither script nor inline style', async () => {
  const folder = await newFolder()
  const hostile = '</title><script>alert(1)</script>'
  await folderMailer({ folder, from }).send(
    mailTo(
      { name: hostile },
      { subject: hostile, text: hostile, html: '<html><head></head><body>Hello</body></html>' },
    ),
  )
  const [stored] = await listMails(folder)
  const viewer = mailViewer({ folder })
  const pages = [await viewer.list(), await viewer.mail(stored?.id ?? '')]
  for (const page of pages) {
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toMatch(/<script|<style| style=/i)
  }
  expect(pages[0]).toContain(`href="/identity/demo/mail/${stored?.id}"`)
  expect(pages[1]).toContain(`src="/identity/demo/mail/${stored?.id}/body" sandbox="allow-popups`)
  expect(await viewer.body(stored?.id ?? '')).toContain('<base target="_blank">')
})
