// What a field takes, before the server says it (R5.4). The sentences of the specification stand in the texts.
import { useTranslation } from 'react-i18next'
import type { Protocol } from '#contract/application-fields.ts'
import { isSecret, leastSecret, mostSecret } from '#contract/application-forms.ts'
import { isAddressOfNative, isPageAddress, isRedirectAddress } from '#contract/kernel/redirect-address.ts'

type Rule = (text: string) => string | undefined

const most = 2000

export const useRules = () => {
  const { t } = useTranslation('applications')
  const limited =
    (limit: number, { required = true, missing = t('required'), tooLong = t('tooLong', { most: limit }) } = {}): Rule =>
    (text) => {
      if (text.trim() === '') return required ? missing : undefined
      return text.trim().length > limit ? tooLong : undefined
    }
  const address =
    (fits: (text: string) => boolean, message: string, required: boolean): Rule =>
    (text) =>
      limited(most, { required })(text) ??
      (text.trim() && !(fits(text.trim()) && URL.canParse(text.trim())) ? message : undefined)
  const name: Rule = (text) =>
    limited(200, { missing: t('nameRequired'), tooLong: t('nameTooLong') })(text) ??
    (/^[\x20-\x7e]*$/.test(text.trim()) ? undefined : t('nameSigns'))
  const scope: Rule = (text) =>
    limited(200, { missing: t('scopeRequired') })(text) ?? (/^[a-z0-9./:_-]+$/.test(text) ? undefined : t('scopeHint'))
  const secret: Rule = (text) => {
    if (text.trim() === '') return t('secretRequired')
    return isSecret(text) ? undefined : t('secretRule', { least: leastSecret, most: mostSecret })
  }
  const back = (protocol: Protocol, required: boolean) =>
    protocol.native
      ? address(isAddressOfNative, t('nativeAddress'), required)
      : address(isRedirectAddress, t('redirectAddress'), required)
  return {
    name,
    /** Where people come back to: what it may be depends on the kind of application. */
    back: (protocol: Protocol) => back(protocol, true),
    scope,
    text: limited(200),
    optional: limited(200, { required: false }),
    description: limited(1000, { required: false }),
    secret,
    newSecret: (text: string) => (text ? secret(text) : undefined),
    page: address(isPageAddress, t('pageAddress'), true),
    optionalPage: address(isPageAddress, t('pageAddress'), false),
    optionalRedirect: address(isRedirectAddress, t('redirectAddress'), false),
  }
}
export type Rules = ReturnType<typeof useRules>

/** `redirectUris.1`: each address by itself. */
export const each = (name: string, rule: Rule, list: readonly string[]) =>
  Object.fromEntries(list.map((text, index) => [`${name}.${index}`, rule(text)]))

/** Of 256 bits: nobody guesses it, and nobody types it. */
export const newSecret = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
