// How requests for access ended: to the person who asked, and to the person who has the access now.
import type { Language } from '#contract/kernel/language.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'
import { letter } from '#server/mail/layout.ts'
import { messages, nameOf, oneLine } from '#server/mail/messages.ts'
import type { Kind } from '../messages.ts'
import { type NewsTexts, newsTexts } from './request-news.texts.ts'

type MailedRequest = {
  readonly name: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly reason: string | null
}
type News = {
  readonly language: Language
  /** Of the reader. */
  readonly name: string
  readonly kind: Kind
  readonly requests: readonly MailedRequest[]
  readonly link: string
}

/** More are counted, not listed. */
const mostListed = 20

const rowOf = (
  kind: Kind,
  texts: NewsTexts,
  { name, tenant, roles, reason }: MailedRequest,
): readonly [string, string] => {
  const about = kind === 'assigned' ? oneLine(tenant) : `${nameOf(name) ?? '—'} · ${oneLine(tenant)}`
  const wanted = oneLine(roles.join(', ')) || texts.noRoles
  return [about, reason ? `${wanted} – ${oneLine(reason)}` : wanted]
}

export const requestNewsMail = ({ language, name, kind, requests, link }: News): MailContent => {
  const texts = newsTexts[language]
  const { subject, text } = texts[kind]
  const rest = requests.length - mostListed
  return letter({
    language,
    name,
    subject,
    preview: text,
    heading: subject,
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'facts', rows: requests.slice(0, mostListed).map((request) => rowOf(kind, texts, request)) },
      ...(rest > 0 ? [{ kind: 'paragraph', text: texts.more(rest) } as const] : []),
      {
        kind: 'button',
        label: kind === 'assigned' ? texts.openPortal : texts.openRequests,
        link,
        plainLink: messages[language].plainLink,
      },
    ],
  })
}
