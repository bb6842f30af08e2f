// Recovery codes: for whoever lost the authenticator app. 80 bits each, so that a hash without salt and stretching
// gives none of them away.
import { createHash, randomBytes } from 'node:crypto'

const howMany = 10
/** 32 signs, none of which looks like another one. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const newCode = () =>
  [...randomBytes(16)]
    .map((byte) => alphabet.charAt(byte % 32))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

export const newRecoveryCodes = () => Array.from({ length: howMany }, newCode)

/** However it was typed: in small letters, with blanks instead of hyphens. Bound to its person. */
export const recoveryCodeHash = (userId: string, code: string) =>
  createHash('sha256')
    .update(`${userId}:${code.toUpperCase().replace(/[^A-Z2-9]/g, '')}`)
    .digest()
