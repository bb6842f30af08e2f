// Mails over SMTP, one connection a mail.
import { createTransport, type SMTPTransportOptions } from 'nodemailer'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import { messageOf } from './envelope.ts'

const seconds = 1000

/** `url`: smtp://user:password@host:port or smtps://…; `from`: "Portico <no-reply@portico.example>". */
export const smtpMailer = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport(optionsOf(url))
  return {
    send: async (mail) => {
      const message = messageOf(from, mail)
      try {
        // A server that answers a byte at a time never trips the socket timeout, hence a limit for the whole sending.
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(60 * seconds) })
      } catch (error) {
        throw new MailNotSent(error)
      }
    },
  }
}

/** What the server said may quote the mail, and with it a code or a link; only the numbers are kept, and no cause. */
export class MailNotSent extends Error {
  readonly code: string
  /** The server's reply code, e.g. 550. */
  readonly reply: number | undefined
  /** The server knows the recipient and refuses it (RFC 5321 §4.2.1); what it says of us may be mended. */
  readonly forGood: boolean

  constructor(cause: unknown) {
    const { code, responseCode, command } = (cause ?? {}) as {
      code?: unknown
      responseCode?: unknown
      command?: unknown
    }
    const named = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'EUNKNOWN'
    const reply = typeof responseCode === 'number' ? responseCode : undefined
    const step = typeof command === 'string' && /^[A-Z0-9 -]{1,30}$/.test(command) ? command : undefined
    super(['Mail not sent:', named, reply, step && `at ${step}`].filter(Boolean).join(' '))
    this.name = 'MailNotSent'
    this.code = named
    this.reply = reply
    this.forGood = step === 'RCPT TO' && (reply ?? 0) >= 550
  }
}

const optionsOf = (url: string): SMTPTransportOptions => {
  const { protocol, hostname, username, searchParams } = new URL(url)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw new Error('The SMTP address starts with smtp:// or smtps://')
  const chosen = ['requireTLS', 'ignoreTLS'].some((option) => searchParams.has(option))
  // Otherwise anyone who sits between could strike out STARTTLS and read the password (RFC 3207 §6).
  const guarded = protocol === 'smtp:' && username !== '' && !loopback.test(hostname) && !chosen
  return {
    url,
    ...(guarded ? { requireTLS: true } : {}),
    dnsTimeout: 10 * seconds,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
  }
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/
