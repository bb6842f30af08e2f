// In which language the provider's own pages speak: what the application asks for (OpenID Connect Core §3.1.2.1), else
// the browser's, else the person's.
import type { KoaContextWithOIDC } from 'oidc-provider'
import { firstLanguage, type Language, languageOf } from '#contract/kernel/language.ts'
import type { PortalAccount } from './claims.ts'
import { languageOfPerson } from './token-context.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** `fr-CA;q=0.9, en;q=0.8`: in the order of their weights. */
const accepted = (header: string) =>
  header
    .split(',')
    .map((part) => part.split(';'))
    .map(([tag = '', weight = '']) => ({ tag: tag.trim(), weight: Number(/q=([\d.]+)/.exec(weight)?.[1] ?? 1) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)

const languageOfThem = ({ oidc }: KoaContextWithOIDC) =>
  (oidc?.account as PortalAccount | undefined)?.language ?? languageOfPerson(oidc?.session?.accountId)

/** Errors may come before the provider has read anything: then only the request itself tells. */
export const pageLanguage = (ctx: KoaContextWithOIDC): Language => {
  const requested = text(ctx.oidc?.params?.['ui_locales']) ?? text(ctx.query['ui_locales'])
  return (
    firstLanguage((requested ?? '').split(' ')) ??
    firstLanguage(accepted(ctx.get('accept-language'))) ??
    languageOf(languageOfThem(ctx))
  )
}
