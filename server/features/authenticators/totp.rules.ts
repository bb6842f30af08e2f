// Codes of an authenticator app (RFC 6238): six digits for half a minute. Values in, values out.
import { Secret, TOTP } from 'otpauth'

const period = 30
/** One step to either side: clocks differ (RFC 6238 §5.2). */
const window = 1

/** 160 bits, as long as the hash (RFC 4226 §4). */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'Portico',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })

/** What the app reads from the picture; `label` is what it shows beside the code. */
export const totpUri = (secret: string, label: string) => totpOf(secret, label).toString()

/** The time step of a right code; undefined for a wrong one. */
export const stepOf = (secret: string, code: string, now: Date) => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta
}
