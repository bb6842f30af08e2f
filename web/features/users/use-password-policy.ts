// The rules of a password that are in force, as they are when a dialog opens: they may have changed since the page did.
import type { PasswordPolicy } from '#contract/kernel/password-policy.ts'
import { runtime } from '#contract/runtime.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { useRead } from '#web/lib/use-endpoint.ts'

export const usePasswordPolicy = (): PasswordPolicy => {
  const atStart = useConfig().passwordPolicy
  return useRead(runtime.config).data?.passwordPolicy ?? atStart
}
