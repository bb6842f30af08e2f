import 'i18next'
import type { PrefixedKey, Texts } from './text-keys.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'any'
    keySeparator: false
    nsSeparator: false
    resources: { any: Record<PrefixedKey, string> } & Record<keyof Texts, Record<never, string>>
  }
}
