// The configuration as the domain knows it.
import { standardPasswordPolicy } from '#contract/kernel/password-policy.ts'
import type { Config } from './config.ts'
import type { SecuritySettings, Settings } from './kernel/context.ts'

const standardOf = ({ companyDomains }: Config): SecuritySettings => ({
  companyDomains,
  sessionSeconds: 86_400,
  // R9-06 … R9-08, A-30
  lockout: { attempts: 5, minutes: 5, permanentAfter: 3 },
  // R5.1-09, A-28
  passwordPolicy: { ...standardPasswordPolicy, denied: [] },
})

export const settingsOf = (config: Config): Settings => ({
  ...standardOf(config),
  standard: standardOf(config),
  origin: config.origin,
  identityUrl: `${config.origin}/identity`,
  environment: config.production ? 'production' : 'demonstration',
  demonstration: !config.production,
  responseType: config.responseType,
  clientPortal: config.clientPortal,
  links: config.links,
  companySelection: config.companySelection,
  externalProvisioning: config.externalProvisioning,
  identifyAs: config.identifyAs,
  supportAddress: config.supportAddress,
  dataProtection: config.dataProtection,
  auditLog: config.auditLog,
  webhooks: config.webhooks,
  sessionCookie: config.origin.startsWith('https:') ? '__Host-portico_session' : 'portico_session',
})
