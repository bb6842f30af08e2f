// What the server answers about ways to sign in, for the specs of the profile.
import { Authenticators, authenticators, Passkey } from '#contract/authenticators.ts'
import { stepUp } from '#contract/step-up.ts'

export const addedOn = '2026-03-05T10:00:00Z'
export const list = (given: Partial<Authenticators> = {}) => ({
  body: Authenticators.parse({ app: null, passkeys: [], ...given }),
})
export const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const begun = {
  body: authenticators.beginApp.output.parse({
    secret,
    uri: `otpauth://totp/Portico:marta.oliveira?issuer=Portico&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  }),
}
export const stepUpNeeded = {
  status: 403,
  body: { code: 'step-up-needed', message: 'Confirm that it is you, and try again' },
}
export const ways = (given: { password?: boolean; app?: boolean; passkey?: boolean } = {}) => ({
  body: stepUp.ways.output.parse({ password: true, app: false, passkey: false, ...given }),
})
export const passkey = (change: Partial<Passkey> = {}) =>
  Passkey.parse({
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Work laptop',
    synced: false,
    createdOn: addedOn,
    lastUsedOn: null,
    ...change,
  })

export const at = '/identity/profile'
