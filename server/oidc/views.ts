// The provider's own few pages: signing out, and errors that cannot be sent back to an application.
import type { KoaContextWithOIDC } from 'oidc-provider'

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

export const plainPage = ({ title, body, script }: { title: string; body: string; script?: string }) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} · Portico</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/identity/plain.css">${script ? `<script src="${script}" defer></script>` : ''}</head><body><main>${mark}<h1>${escaped(title)}</h1>${body}</main></body></html>`

/** Submitted at once when the application proved with its id_token who asks (RP-Initiated Logout 1.0 §2). */
export const logoutSubmitScript = `document.querySelector('button[name=logout]').click()`

export const logoutSource = async (ctx: KoaContextWithOIDC, form: string) => {
  const hint = ctx.oidc.entities.IdTokenHint?.payload as { sub?: string } | undefined
  const proven = hint !== undefined && hint.sub === ctx.oidc.session?.accountId
  const buttons = form.replace(
    '</form>',
    '<button class="primary" name="logout" value="yes">Sign out everywhere</button><button type="submit">Stay signed in</button></form>',
  )
  ctx.body = plainPage({
    title: 'Sign out',
    body: `<p>Do you want to sign out of Portico and of the applications you opened with it?</p>${buttons}`,
    ...(proven ? { script: '/identity/plain-logout.js' } : {}),
  })
}

export const postLogoutSuccessSource = async (ctx: KoaContextWithOIDC) => {
  if ((await ctx.oidc.provider.Session.get(ctx)).accountId) {
    ctx.body = plainPage({ title: 'You are still signed in', body: '<p>Your session with Portico goes on.</p><a class="button primary" href="/identity/home">Go to my apps</a>' })
    return
  }
  ctx.body = plainPage({ title: 'You are signed out', body: '<p>Your session has ended.</p><a class="button primary" href="/identity/account/login">Sign in again</a>' })
}

export const renderError = async (ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }) => {
  ctx.type = 'html'
  ctx.body = plainPage({
    title: 'This request cannot be answered',
    body: `<p>The application that sent you here asked in a way that is not allowed.</p><p><code>${escaped(out.error)}</code>${out.error_description ? `<br>${escaped(out.error_description)}` : ''}</p><a class="button primary" href="/identity/home">Go to my apps</a>`,
  })
}
