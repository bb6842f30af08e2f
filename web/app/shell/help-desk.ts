// R2.4-29: colleagues go to the internal service desk, everybody else opens a ticket outside.
import type { RuntimeConfig } from '#contract/runtime.ts'

export const helpDeskAddress = (
  { helpDesk, companyDomains }: Pick<RuntimeConfig, 'helpDesk' | 'companyDomains'>,
  email: string | undefined,
) => {
  const domain = email?.split('@').at(-1)?.trim().toLowerCase()
  const ours = !!domain && email?.includes('@') && companyDomains.some((own) => own.trim().toLowerCase() === domain)
  return ours ? helpDesk.internal : helpDesk.external
}
