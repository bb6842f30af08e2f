// A mail as it goes over the wire, and the names that want more than to be read (T43).
import { simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import type { Mail } from '#server/kernel/ports/mail.ts'
import { messageOf } from '#server/platform/mail/envelope.ts'

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
/** Written and read again. */
export const sent = async (mail: Mail) => {
  const { message, envelope } = await composer.sendMail(messageOf('Portico <no-reply@portico.example>', mail))
  const bytes = message as Buffer
  return { head: bytes.toString('latin1').split('\r\n\r\n')[0] ?? '', envelope, parsed: await simpleParser(bytes) }
}

/** What a name would be that wants to be a header, an address or more. */
export const tails = [
  '\r\nBcc: thief@evil.example',
  '\nBcc: thief@evil.example',
  '\rBcc: thief@evil.example',
  '\u0085Bcc: thief@evil.example',
  '\u2028Bcc: thief@evil.example',
  '\r\n\r\n<html>owned',
  ', thief@evil.example',
  '; thief@evil.example',
  ' <thief@evil.example>',
  '" <thief@evil.example>, "',
  '=?utf-8?q?=0D=0ABcc:_thief=40evil.example?=',
  '\u202emoc.live',
  '\t\tBcc: thief@evil.example',
  '%0d%0aBcc: thief@evil.example',
  '\\r\\nBcc: thief@evil.example',
  '🦜'.repeat(40),
  'Ü'.repeat(150),
  '\ufeff',
  '\u200b',
]

export const headersOf = (head: string) =>
  [...head.replace(/\r\n[ \t]+/g, ' ').matchAll(/^([\w-]+):/gm)].map(([, name]) => name).sort()
