// The two pages of the mail viewer.
import { escapeHtml } from '#server/mail/html.ts'
import type { StoredMail } from './mail-folder.ts'

const base = '/identity/demo/mail'

export const listPage = (mails: readonly StoredMail[], now: Date): string =>
  page({
    title: 'Mail',
    refresh: true,
    main: `<h1>Mail</h1>
<p class="lead">This installation has no SMTP server, so no mail leaves it. Every invitation, link and code lands here instead.</p>
${mails.length === 0 ? empty : `<ol class="mails">${mails.map((mail) => entry(mail, now)).join('')}</ol>`}
<p class="note">Newest first, at most 100. This page refreshes itself every five seconds.</p>`,
  })

export const mailPage = (mail: StoredMail, now: Date): string =>
  page({
    title: mail.subject,
    refresh: false,
    main: `<p class="back"><a href="${base}">${arrow}All mail</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl class="facts">
<div><dt>To</dt><dd>${recipient(mail)}</dd></div>
<div><dt>Sent</dt><dd>${time(mail.date, now)}</dd></div>
<div><dt>Language</dt><dd>${mail.language}</dd></div>
</dl>
<section aria-labelledby="html-part"><h2 id="html-part">As mail programs show it</h2>
<iframe title="HTML part" src="${base}/${mail.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" referrerpolicy="no-referrer"></iframe></section>
<section aria-labelledby="text-part"><h2 id="text-part">As plain text</h2>
<pre tabindex="0">${escapeHtml(mail.text)}</pre></section>`,
  })

const entry = (mail: StoredMail, now: Date) => `<li><a href="${base}/${mail.id}">
<span class="badge" aria-hidden="true">${escapeHtml(initialOf(mail))}</span>
<span class="who">${recipient(mail)}</span>
<span class="subject">${escapeHtml(mail.subject)}</span>
<span class="when">${time(mail.date, now)}</span>
</a></li>`

const empty = `<div class="empty"><p><strong>Nothing yet</strong></p><p>Invite somebody or ask for a new password: the mail appears here a moment later.</p></div>`

const recipient = ({ to }: StoredMail) =>
  to.name.trim() ? `${escapeHtml(to.name)} <span class="soft">${escapeHtml(to.address)}</span>` : escapeHtml(to.address)

const initialOf = ({ to }: StoredMail) => ([...(to.name.trim() || to.address)][0] ?? '?').toUpperCase()

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const ago = (date: Date, now: Date) => {
  const seconds = Math.max(0, Math.round((now.getTime() - date.getTime()) / 1000))
  const step = steps.find(([, length]) => seconds >= length)
  return step ? relative.format(-Math.floor(seconds / step[1]), step[0]) : 'just now'
}

const time = (date: Date, now: Date) => {
  const [day = '', clock = ''] = date.toISOString().split('T')
  return `<time datetime="${date.toISOString()}" title="${day.split('-').reverse().join('-')} ${clock.slice(0, 8)} UTC">${ago(date, now)}</time>`
}

const arrow =
  '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M19 12H5m7 7-7-7 7-7"/></svg>'

const mark =
  '<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#2B4AE0"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M8 25V15.5a8 8 0 0 1 16 0V25"/><path d="M13 25v-8.7a3 3 0 0 1 6 0V25" stroke-opacity=".62"/></g></svg>'

const page = ({ title, refresh, main }: { title: string; refresh: boolean; main: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">${refresh ? '\n<meta http-equiv="refresh" content="5">' : ''}
<title>${escapeHtml(title)} · Portico</title>
<link rel="stylesheet" href="${base}.css">
</head>
<body>
<header><a class="brand" href="${base}">${mark}<span>Portico</span></a><span class="tag">Demonstration mailbox</span></header>
<main>
${main}
</main>
</body>
</html>
`
