// From our mail to nodemailer's: one recipient, and nothing that a name or an address could turn into a header.
import { localeOf } from '#contract/kernel/locale.ts'
import type { SendMailOptions } from 'nodemailer'
import { languageOf } from '#contract/kernel/language.ts'
import { oneLine } from '#server/mail/messages.ts'
import type { Mail } from '#server/kernel/ports/mail.ts'

export const messageOf = (from: string, mail: Mail): SendMailOptions => ({
  from,
  // An object, not a string: strings are parsed as lists.
  to: { name: oneLine(mail.to.name), address: oneAddress(mail.to.address) },
  subject: oneLine(mail.subject),
  text: mail.text,
  html: mail.html,
  headers: {
    'Content-Language': localeOf(languageOf(mail.language)),
    // RFC 3834 §5: keeps absence notes from answering.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** A faulty address is refused, not repaired: a repaired one would be somebody else's. */
const oneAddress = (address: string): string => {
  if (address.length > 320 || !plain.test(address))
    throw new Error('Mail not sent: the recipient is not one plain address')
  return address
}

const plain = /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+$/u
