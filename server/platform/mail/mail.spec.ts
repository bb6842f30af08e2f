import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { languages } from '#contract/kernel/language.ts'
import type { Mail } from '#server/kernel/ports/mail.ts'
import { MailNotSent, smtpMailer } from './smtp-mailer.ts'

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

type ReceivedMail = { from: string; recipients: string[]; raw: string; parsed: ParsedMail }

const smtpServer = async (options: SMTPServerOptions = {}) => {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, session, done) => {
      const raw = Buffer.concat(await stream.toArray()).toString('utf8')
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map(({ address }) => address),
        raw,
        parsed: await simpleParser(raw),
      })
      done()
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  cleanUps.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

const headerNames = (mail: ReceivedMail | undefined) => mail?.parsed.headerLines.map(({ key }) => key).sort()

test('a mail arrives at its one recipient with both parts and says that it is automatic', async () => {
  const { url, received } = await smtpServer()
  await smtpMailer({ url, from }).send(mailTo({}, { language: 'pt-br' }))
  const [mail] = received
  expect(received).toHaveLength(1)
  expect(mail?.from).toBe('no-reply@portico.example')
  expect(mail?.recipients).toEqual(['marta@group.example'])
  expect(mail?.parsed.from?.value).toEqual([{ name: 'Portico', address: 'no-reply@portico.example' }])
  expect(mail?.parsed.to).toMatchObject({ value: [{ name: 'Marta Keller', address: 'marta@group.example' }] })
  expect(mail?.parsed.text?.trim()).toBe('Code: 409133')
  expect(mail?.parsed.html).toBe('<p>Code: <b>409133</b></p>')
  expect(mail?.parsed.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.parsed.headers.get('content-language')).toBe('pt-BR')
})

test.each([
  'Marta\r\nBcc: thief@evil.example',
  'Marta\nTo: thief@evil.example\n\nA body of my own',
  'bcc: thief@evil.example',
  'Marta" <thief@evil.example>, "',
  'Marta\u2028Bcc: thief@evil.example\u0000\u202e',
  'thief@evil.example, Zoë Müller 山田 🏛',
])('the name %j adds neither a header nor a recipient', async (name) => {
  const { url, received } = await smtpServer()
  const mailer = smtpMailer({ url, from })
  await mailer.send(mailTo())
  await mailer.send(mailTo({ name }, { subject: `Hello ${name}` }))
  const [plain, hostile] = received
  expect(hostile?.recipients).toEqual(['marta@group.example'])
  expect(headerNames(hostile)).toEqual(headerNames(plain))
  expect(hostile?.parsed.to).toMatchObject({ value: [{ address: 'marta@group.example' }] })
  expect(hostile?.parsed.text?.trim()).toBe('Code: 409133')
})

test.each([
  'marta@group.example\r\nBcc: thief@evil.example',
  'marta@group.example\r\nRCPT TO:<thief@evil.example>',
  'marta@group.example, thief@evil.example',
  'marta@group.example;thief@evil.example',
  '<thief@evil.example> marta@group.example',
  'team: marta@group.example, thief@evil.example;',
  '"marta\\" thief"@group.example',
  'marta',
  '',
])('%j is not one address and gets no mail at all', async (address) => {
  const { url, received } = await smtpServer()
  await expect(smtpMailer({ url, from }).send(mailTo({ address }))).rejects.toThrow(
    'Mail not sent: the recipient is not one plain address',
  )
  expect(received).toEqual([])
})

test('subjects and names of all languages arrive as they were written', async () => {
  const { url, received } = await smtpServer()
  const mailer = smtpMailer({ url, from })
  const subject = 'Código, réinitialisé, è, palavra-passe, gültig: ñ ç ß ’ 🏛'
  for (const language of languages) await mailer.send(mailTo({ name: 'Zoë Ñandú-Größe' }, { language, subject }))
  expect(received).toHaveLength(languages.length)
  for (const { parsed, raw } of received) {
    expect(parsed.subject).toBe(subject)
    expect(parsed.to).toMatchObject({ value: [{ name: 'Zoë Ñandú-Größe' }] })
    expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\t\r\n -~]*$/)
  }
})

test('what a server says about a refused mail is not repeated, since it may quote the code', async () => {
  const { url } = await smtpServer({
    onData: async (stream, _session, done) => {
      const quoted = Buffer.concat(await stream.toArray())
        .toString('utf8')
        .replaceAll(/\s+/g, ' ')
      done(Object.assign(new Error(`Looks like spam: ${quoted}`), { responseCode: 554 }))
    },
  })
  const error: unknown = await smtpMailer({ url, from })
    .send(mailTo())
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(MailNotSent)
  expect(error).toMatchObject({ code: 'EMESSAGE', reply: 554, message: 'Mail not sent: EMESSAGE 554 at DATA' })
  const everything = `${(error as Error).stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`
  expect(everything).not.toContain('409133')
  expect(everything).not.toContain('marta')
})

test('a refused recipient and a server that is down are told apart', async () => {
  const { url } = await smtpServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
  })
  await expect(smtpMailer({ url, from }).send(mailTo())).rejects.toMatchObject({ code: 'EENVELOPE', reply: 550 })
  await expect(smtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mailTo())).rejects.toMatchObject({
    code: 'ESOCKET',
    reply: undefined,
  })
})

test('a password is not handed to a distant server without encryption', async () => {
  const { url } = await smtpServer()
  const port = new URL(url).port
  const sending = smtpMailer({ url: `smtp://portico:secret@[::ffff:127.0.0.1]:${port}`, from }).send(mailTo())
  await expect(sending).rejects.toMatchObject({ code: 'ETLS' })
})

test('an address that is not SMTP is refused at the start', () => {
  expect(() => smtpMailer({ url: 'https://mail.example', from })).toThrow(
    'The SMTP address starts with smtp:// or smtps://',
  )
})
