// Is the service up, and where is everything (R7.2).
import type { runtime } from '#contract/runtime.ts'
import { type Language, languages } from '#contract/kernel/language.ts'
import { visibleAddresses } from '#server/features/clients/clients.public.ts'
import type { Links } from '#server/kernel/links.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { askDatabase } from './runtime.store.ts'

type Api = typeof runtime

/** Liveness: needs nothing but the process. */
export const online: UseCase<Api['online']> = async () => true

/** Readiness: a server listens once the schema is there, so that the database is all there is to ask for. */
export const ready: UseCase<Api['ready']> = async (ctx) => {
  await askDatabase(ctx.db)
  return true
}

const inEachLanguage = <T>(read: (language: Language) => T) =>
  Object.fromEntries(languages.map((language) => [language, read(language)]))

/** What is not set is left out. */
const inTheirLanguages = ({ helpDeskInternal, helpDeskExternal, contact, ...legal }: Links) => ({
  helpDesk: inEachLanguage((language) => ({
    internal: helpDeskInternal?.[language],
    external: helpDeskExternal?.[language],
  })),
  contactUrl: { ...contact },
  footer: inEachLanguage((language) => ({
    termsOfUse: legal.termsOfUse?.[language],
    dataSubjectRight: legal.dataSubjectRight?.[language],
    cookiePolicy: legal.cookiePolicy?.[language],
  })),
})

export const config: UseCase<Api['config']> = async (ctx) => {
  const { settings, externalProvider } = ctx.services
  const { denied: _, ...passwordPolicy } = settings.passwordPolicy
  return {
    serviceUrl: settings.identityUrl,
    apps: await visibleAddresses(ctx.db),
    scopes: 'openid profile identity',
    clientId: 'identity',
    identityServerUrl: settings.identityUrl,
    environment: settings.environment,
    responseType: settings.responseType,
    companyDomains: [...settings.companyDomains],
    passwordPolicy,
    ...inTheirLanguages(settings.links),
    companySelection: settings.companySelection,
    externalProvider: externalProvider !== undefined,
    demonstration: settings.demonstration,
  }
}
