// A mail, and who carries it. Features write mails; `platform/mail/` sends them.
import type { Language } from '#contract/kernel/language.ts'

export type Mail = {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: Language
}

/** What a template makes; the recipient is added by anyone who sends it. */
export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>

export type Mailer = { send(mail: Mail): Promise<void> }
