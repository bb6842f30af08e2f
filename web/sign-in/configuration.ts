// What the sign-in pages read from the runtime configuration; they work without it (R7.2-02).
import type { RuntimeConfig } from '#contract/runtime.ts'
import { send } from './calls.ts'

const limit = 30_000

export const readConfiguration = () =>
  send<RuntimeConfig>('/identity/api/v1/config', undefined, limit).catch(() => undefined)

/** people of these mail domains sign in through Office 365 only. */
export const isCompanyUser = (userName: string, config: RuntimeConfig | undefined) => {
  const at = userName.lastIndexOf('@')
  if (at < 0 || !config) return false
  const domain = userName
    .slice(at + 1)
    .trim()
    .toLowerCase()
  return config.companyDomains.some((company) => company.toLowerCase() === domain)
}
