// The provider's own few pages: signing out, and errors that cannot be sent back to an application.
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Language } from '#contract/kernel/language.ts'
import { pageLanguage } from './page-language.ts'
import { pageTexts } from './page-texts.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export const plainStyle = `
:root{color-scheme:light dark;--bg:#F7F8FC;--panel:#fff;--text:#18213B;--soft:#45506B;--line:#E7EAF3;--primary:#2B4AE0;--link:#2340CC}
@media (prefers-color-scheme:dark){:root{--bg:#0B1020;--panel:#121831;--text:#E8ECF8;--soft:#B3BCD6;--line:#28314F;--primary:#4664EE;--link:#9DB0FF}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:20px;background:var(--bg);color:var(--text);font:15px/1.5 'Geist Variable',system-ui,Arial,sans-serif}
main{width:min(440px,100%);background:var(--panel);border:1px solid var(--line);border-radius:20px;padding:32px}
h1{font-size:26px;line-height:1.2;letter-spacing:-.025em;margin:20px 0 8px}p{margin:0 0 16px;color:var(--soft);overflow-wrap:anywhere}code{font-size:13px}
button,.button{display:block;width:100%;min-height:46px;margin-top:10px;border-radius:10px;border:1px solid var(--line);background:none;color:var(--text);font:inherit;font-weight:550;cursor:pointer;text-align:center;line-height:44px;text-decoration:none}
button.primary,.button.primary{background:var(--primary);border-color:var(--primary);color:#fff}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}`

const mark = `<svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#2B4AE0"/><path d="M8 25V15.5a8 8 0 0 1 16 0V25" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><path d="M13 25v-8.7a3 3 0 0 1 6 0V25" fill="none" stroke="#fff" stroke-opacity=".62" stroke-width="2.6" stroke-linecap="round"/></svg>`

type Page = { language: Language; title: string; body: string; script?: string }

const head = (title: string, script: string | undefined) =>
  [
    '<meta charset="utf-8">',
    `<title>${escaped(title)} · Portico</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<link rel="stylesheet" href="/identity/plain.css">',
    script ? `<script src="${script}" defer></script>` : '',
  ].join('')

const plainPage = ({ language, title, body, script }: Page) =>
  `<!doctype html><html lang="${language}"><head>${head(title, script)}</head>` +
  `<body><main>${mark}<h1>${escaped(title)}</h1>${body}</main></body></html>`

const paragraph = (text: string) => `<p>${escaped(text)}</p>`
const link = (href: string, text: string) => `<a class="button primary" href="${href}">${escaped(text)}</a>`

/** Submitted at once when the application proved with its id_token who asks (RP-Initiated Logout 1.0 §2). */
export const logoutSubmitScript = `document.querySelector('button[name=logout]').click()`

export const logoutSource = async (ctx: KoaContextWithOIDC, form: string) => {
  const hint = ctx.oidc.entities.IdTokenHint?.payload as { sub?: string } | undefined
  const proven = hint !== undefined && hint.sub === ctx.oidc.session?.accountId
  const language = pageLanguage(ctx)
  const t = pageTexts[language]
  const everywhere = `<button class="primary" name="logout" value="yes">${escaped(t.signOutEverywhere)}</button>`
  const buttons = form.replace(
    '</form>',
    `${everywhere}<button type="submit">${escaped(t.staySignedIn)}</button></form>`,
  )
  ctx.body = plainPage({
    language,
    title: t.signOut,
    body: paragraph(t.signOutAsk) + buttons,
    ...(proven ? { script: '/identity/plain-logout.js' } : {}),
  })
}

export const postLogoutSuccessSource = async (ctx: KoaContextWithOIDC) => {
  const language = pageLanguage(ctx)
  const t = pageTexts[language]
  const still = (await ctx.oidc.provider.Session.get(ctx)).accountId !== undefined
  ctx.body = still
    ? plainPage({ language, title: t.stillTitle, body: paragraph(t.stillText) + link('/identity/home', t.toApps) })
    : plainPage({
        language,
        title: t.outTitle,
        body: paragraph(t.outText) + link('/identity/account/login', t.signInAgain),
      })
}

/** The code and what it means are RFC 6749's, in English: for anyone who mends the application. */
const technical = ({ error, error_description: description }: ErrorOut) =>
  `<p lang="en"><code>${escaped(error)}</code>${description ? `<br>${escaped(description)}` : ''}</p>`

type ErrorOut = { error: string; error_description?: string | undefined }

export const renderError = async (ctx: KoaContextWithOIDC, out: ErrorOut) => {
  const language = pageLanguage(ctx)
  const t = pageTexts[language]
  ctx.type = 'html'
  ctx.body = plainPage({
    language,
    title: t.errorTitle,
    body: paragraph(t.errorText) + technical(out) + link('/identity/home', t.toApps),
  })
}
