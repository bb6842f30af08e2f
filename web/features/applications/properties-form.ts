// The properties of an application as a form: what stands in it, what is wrong, and what of it goes to the server.
import type { Protocol } from '#contract/application-fields.ts'
import type { ApplicationChange } from '#contract/application-forms.ts'
import type { Application } from '#contract/applications.ts'
import { each, type Rules } from './rules.ts'

export const propertiesOf = (application: Application) => ({
  displayName: application.displayName,
  title: application.title,
  description: application.description,
  descriptions: application.descriptions as Record<string, string>,
  redirectUris: [...application.redirectUris],
  postLogoutUris: [...application.postLogoutUris],
  backchannelLogoutUri: application.backchannelLogoutUri ?? '',
  privateUrl: application.privateUrl ?? '',
  publicUrl: application.publicUrl ?? '',
  enabled: application.enabled,
  hideInUserList: application.hideInUserList,
  prerelease: application.prerelease,
  requiresRole: application.requiresRole,
  introspectors: [...application.introspectors],
  protocol: application.protocol as Protocol,
  sharedSecret: '',
})
export type Properties = ReturnType<typeof propertiesOf>
export type PropertyName = keyof Properties

/** What is anybody's to change of the portal's own applications; the rest is the installation's. */
export const openOfSystem: readonly PropertyName[] = ['description', 'descriptions', 'publicUrl']

export const fieldErrorsOf =
  (rules: Rules, { system, words }: { system: boolean; words: { noWay: string; noMachine: string } }) =>
  (values: Properties) => {
    const open = { description: rules.description(values.description), publicUrl: rules.optionalPage(values.publicUrl) }
    if (system) return open
    const { protocol } = values
    return {
      ...open,
      displayName: rules.text(values.displayName),
      title: rules.optional(values.title),
      privateUrl: rules.page(values.privateUrl),
      ...each('redirectUris', rules.back(protocol), values.redirectUris.length > 0 ? values.redirectUris : ['']),
      ...each('postLogoutUris', rules.back(protocol), values.postLogoutUris),
      backchannelLogoutUri: rules.optionalRedirect(values.backchannelLogoutUri),
      'protocol.responseTypes': protocol.responseTypes.length === 0 ? words.noWay : undefined,
      'protocol.clientCredentials': protocol.publicClient && protocol.clientCredentials ? words.noMachine : undefined,
      ...each('protocol.clientScopes', rules.scope, protocol.clientScopes),
      sharedSecret: protocol.publicClient ? undefined : rules.newSecret(values.sharedSecret),
    }
  }

const blankIsNothing: readonly PropertyName[] = ['backchannelLogoutUri', 'publicUrl']

/** Only what was changed, so that nobody's other change is undone. */
export const changeOf = (values: Properties, changed: readonly PropertyName[]): ApplicationChange =>
  Object.fromEntries(
    changed.map((name) => [name, blankIsNothing.includes(name) && values[name] === '' ? null : values[name]]),
  )
