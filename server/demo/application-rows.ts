// The demonstration's applications as rows.
import type { DemoApplication } from './application.ts'
import { applicationTexts } from './application-texts.ts'
import { disclaimerColumns, disclaimerRow } from './disclaimers.ts'
import { daysBefore } from './chance.ts'

type Addresses = { redirectUris: string[]; postLogoutUris: string[]; backchannelLogoutUri: string; privateUrl: string }

export const addressesOf = (exampleUrl: string, name: string): Addresses => ({
  redirectUris: [`${exampleUrl}/${name}/callback`],
  postLogoutUris: [`${exampleUrl}/${name}/`],
  backchannelLogoutUri: `${exampleUrl}/${name}/backchannel-logout`,
  privateUrl: `${exampleUrl}/${name}/`,
})

/** Public clients: a code is bound by PKCE, a secret would be in everybody's hands. */
const protocolOf = ({ implicit }: DemoApplication) =>
  implicit
    ? { responseTypes: ['id_token token'], publicClient: true, idTokenAlg: 'RS256', namespacedClaims: true }
    : { responseTypes: ['code'], publicClient: true }

const textsOf = (name: string) => {
  const { en, ...others } = applicationTexts[name] ?? { en: '' }
  return { description: en, descriptions: others }
}

export const columns = {
  id: 'integer',
  name: 'text',
  display_name: 'text',
  title: 'text',
  description: 'text',
  descriptions: 'jsonb',
  redirect_uris: 'text[]',
  post_logout_uris: 'text[]',
  backchannel_logout_uri: 'text',
  protocol: 'jsonb',
  enabled: 'boolean',
  status: 'text',
  private_url: 'text',
  public_url: 'text',
  prerelease: 'boolean',
  modified_on: 'timestamptz',
  ...disclaimerColumns,
} as const

export type Start = { readonly now: Date; readonly exampleUrl: string }

export const rowOf = (application: DemoApplication, { now, exampleUrl }: Start) => {
  const addresses = addressesOf(exampleUrl, application.name)
  return {
    id: application.id,
    name: application.name,
    display_name: application.title,
    title: application.title,
    ...textsOf(application.name),
    redirect_uris: addresses.redirectUris,
    post_logout_uris: addresses.postLogoutUris,
    backchannel_logout_uri: addresses.backchannelLogoutUri,
    protocol: protocolOf(application),
    enabled: !application.disabled,
    status: application.status ?? 'Running',
    private_url: addresses.privateUrl,
    public_url: application.publicUrl ?? null,
    prerelease: application.prerelease ?? false,
    modified_on: daysBefore(now, application.id * 3),
    ...disclaimerRow(application.name, daysBefore(now, application.id * 3)),
  }
}
