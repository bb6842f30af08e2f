// R2.4-23: the links of the language, or the Spanish ones.
import type { RuntimeConfig } from '#contract/runtime.ts'

export const footerLinks = (footer: RuntimeConfig['footer'], language: string) =>
  footer[language.toLowerCase()] ?? footer.es
