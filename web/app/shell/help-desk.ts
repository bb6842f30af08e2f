// R2.4-29: colleagues go to the internal service desk, everybody else opens a ticket outside.
import { useTranslation } from 'react-i18next'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { useConfig, useIdentity } from '#web/lib/session/portal-context.ts'
import { ofLanguage } from '#web/lib/of-language.ts'

/** Undefined where the installation has none. */
export const helpDeskAddress = (
  { helpDesk, companyDomains }: Pick<RuntimeConfig, 'helpDesk' | 'companyDomains'>,
  { email, language }: { email: string | undefined; language: string },
) => {
  const domain = email?.split('@').at(-1)?.trim().toLowerCase()
  const ours = !!domain && email?.includes('@') && companyDomains.some((own) => own.trim().toLowerCase() === domain)
  return ofLanguage(helpDesk, language)?.[ours ? 'internal' : 'external']
}

export const useHelpDesk = () => {
  const { language } = useTranslation().i18n
  return helpDeskAddress(useConfig(), { email: useIdentity()?.email, language })
}
