// What authentication and the provider may ask about personal access tokens.
import { createHash } from 'node:crypto'

export { holderOf, recordUses, type TokenHolder, type TokenUse, workingTokens } from './access-tokens.store.ts'

/** By this a personal access token is told from others, by us and by scanners of leaked secrets. */
export const tokenPrefix = 'ptp_'
export const isPersonal = (token: string) => token.startsWith(tokenPrefix)
export const hashOf = (token: string) => createHash('sha256').update(token).digest()
export { accessTokensData, tokenUseData } from './personal-data.store.ts'
