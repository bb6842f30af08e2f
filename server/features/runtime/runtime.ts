// Is the service up, and where is everything (R7.2).
import type { runtime } from '#contract/runtime.ts'
import { languages } from '#contract/kernel/language.ts'
import { visibleAddresses } from '#server/features/clients/clients.public.ts'
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

/** Placeholder addresses work until somebody configures their own. */
const footer = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      termsOfUse: `https://www.portico.example/${language}/terms-of-use`,
      dataSubjectRight: `https://www.portico.example/${language}/data-subject-right`,
      cookiePolicy: `https://www.portico.example/${language}/cookie-policy`,
    },
  ]),
)

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
    helpDesk: settings.helpDesk,
    contactUrl: settings.contactUrl,
    footer,
    companySelection: settings.companySelection,
    externalProvider: externalProvider !== undefined,
    demonstration: settings.demonstration,
  }
}
