// The pages, as text. Whatever came from outside goes through `esc`.
import type { Session } from './sessions.ts'
import type { Application } from './settings.ts'

type Portal = { readonly home: string }

const esc = (value: unknown): string => String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const mark =
  '<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#2B4AE0"/><path d="M8 25V15.5a8 8 0 0 1 16 0V25" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><path d="M13 25v-8.7a3 3 0 0 1 6 0V25" fill="none" stroke="#fff" stroke-opacity=".62" stroke-width="2.6" stroke-linecap="round"/></svg>'

const page = ({ title, body, script }: { title: string; body: string; script?: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${esc(title)}</title>
<link rel="icon" type="image/svg+xml" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<link rel="stylesheet" href="/assets/parts.css">
${script ? `<script type="module" src="/assets/${script}"></script>` : ''}
</head>
<body>
${body}
</body>
</html>
`

const top = (title: string, portal: Portal | undefined) =>
  `<header class="top"><div class="column">${mark}<strong>${esc(title)}</strong><span class="tag">Example application</span>${portal ? `<a class="button quiet" href="${esc(portal.home)}">Back to my apps</a>` : ''}</div></header>`

export const signedInPage = ({
  application,
  session,
  portal,
}: {
  application: Application
  session: Session
  portal: Portal
}): string => {
  const { claims } = session
  const name = claims['name'] ?? claims['preferred_username'] ?? claims['sub']
  return page({
    title: application.title,
    script: 'watch.js',
    body: `${top(application.title, portal)}
<section class="hero"><div class="column"><p>You are signed in as</p><h1>${esc(name)}</h1><p>${esc(claims['email'] ?? '')}</p></div></section>
<main class="column">
<p class="banner" role="alert" hidden data-signed-out="/${esc(application.name)}/signed-out">You have been signed out. <a href="/${esc(application.name)}/">Sign in again</a></p>
<div class="cards">
${listCard('Roles', listOf(claims, 'role'), 'No role in this application: it would show next to nothing.')}
${listCard('Scopes', listOf(claims, 'scope'), 'No scopes.')}
${listCard('Groups', listOf(claims, 'group'), 'No groups.')}
${timesCard(session, application)}
</div>
<section class="card"><h2>What the application received</h2>${claimsTable(claims)}</section>
<section class="card actions"><h2>Leave</h2>
<form method="post" action="/${esc(application.name)}/sign-out"><button class="button primary">Sign out everywhere</button><span>Ends your session at the portal and in all applications.</span></form>
<form method="post" action="/${esc(application.name)}/forget"><button class="button">Forget here only</button><span>Only this application forgets you. Opening it again signs you in without asking.</span></form>
</section>
</main>`,
  })
}

/** The short name, or the URI of the same meaning for applications that read those. */
const listOf = (claims: Readonly<Record<string, unknown>>, name: string): string[] => {
  const found =
    claims[name] ?? Object.entries(claims).find(([key]) => key.startsWith('http') && key.endsWith(`/${name}`))?.[1]
  if (found === undefined || found === null || found === '') return []
  return (Array.isArray(found) ? found : String(found).split(' ')).map(String)
}

const listCard = (title: string, entries: readonly string[], empty: string) =>
  `<section class="card"><h2>${title} <small>${entries.length}</small></h2>${entries.length > 0 ? `<ul class="chips">${entries.map((entry) => `<li>${esc(entry)}</li>`).join('')}</ul>` : `<p class="empty">${empty}</p>`}</section>`

const timesCard = (session: Session, application: Application) => {
  const issuedAt = Number(session.claims['iat'])
  const rows: [string, string][] = [
    ['Response type', application.responseType],
    ['ID token', lifetime(issuedAt, Number(session.claims['exp']))],
    [
      'Access token',
      session.accessTokenExpiresAt === undefined
        ? 'not told'
        : lifetime(session.startedAt, session.accessTokenExpiresAt),
    ],
    ['Refresh token', session.hasRefreshToken ? 'received' : 'not asked for'],
    ['Session until', `${new Date(session.endsAt * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ]
  return `<section class="card"><h2>Lifetimes</h2><dl>${rows.map(([term, text]) => `<dt>${term}</dt><dd>${esc(text)}</dd>`).join('')}</dl></section>`
}

const lifetime = (from: number, to: number): string => {
  const minutes = Math.round((to - from) / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

const claimsTable = (claims: Readonly<Record<string, unknown>>) =>
  `<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Claim</th><th scope="col">Value</th></tr></thead><tbody>${Object.entries(
    claims,
  )
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${esc(name)}</th><td>${esc(typeof value === 'string' ? value : JSON.stringify(value))}</td></tr>`,
    )
    .join('')}</tbody></table></div>`

const note = ({
  title,
  heading,
  text,
  actions,
  portal,
  script,
}: {
  title: string
  heading: string
  text: string
  actions: string
  portal?: Portal
  script?: string
}) =>
  page({
    title: `${heading} · ${title}`,
    ...(script ? { script } : {}),
    body: `${top(title, portal)}<main class="column"><section class="card note"><h1>${esc(heading)}</h1><p data-text>${esc(text)}</p><p class="row">${actions}</p></section></main>`,
  })

export const signedOutPage = ({
  application,
  onlyHere,
  portal,
}: {
  application: Application
  onlyHere: boolean
  portal: Portal
}): string =>
  note({
    title: application.title,
    heading: 'You have been signed out',
    text: onlyHere
      ? `Only ${application.title} has forgotten you. Your session at the portal goes on.`
      : 'Your session at the portal has ended.',
    actions: `<a class="button primary" href="/${esc(application.name)}/">Sign in again</a> <a class="button" href="${esc(portal.home)}">Back to my apps</a>`,
    portal,
  })

export const callbackPage = (application: Application): string =>
  note({
    title: application.title,
    heading: 'Signing in',
    text: 'One moment…',
    actions: `<a class="button" hidden href="/${esc(application.name)}/">Try again</a>`,
    script: 'fragment.js',
  })

export const troublePage = ({
  application,
  title,
  text,
  portal,
}: {
  application: Application | undefined
  title: string
  text: string
  portal: Portal
}): string =>
  note({
    title: application?.title ?? 'Example applications',
    heading: title,
    text,
    actions: `${application ? `<a class="button primary" href="/${esc(application.name)}/">Try again</a> ` : ''}<a class="button" href="${esc(portal.home)}">Back to my apps</a>`,
    portal,
  })

export const indexPage = (applications: readonly Application[]): string =>
  page({
    title: 'Example applications',
    body: `${top('Example applications', undefined)}<main class="column"><section class="card note"><h1>Example applications</h1><ul class="chips">${applications.map(({ name, title }) => `<li><a href="/${esc(name)}/">${esc(title)}</a></li>`).join('')}</ul></section></main>`,
  })
