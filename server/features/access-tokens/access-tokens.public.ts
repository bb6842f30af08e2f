// What authentication and the provider may ask about personal access tokens.
import { createHash } from 'node:crypto'

export { recordUses, type TokenUse } from './access-tokens.store.ts'
export { holderOf, holdersOf, type TokenHolder, workingTokens } from './token-holders.store.ts'

/** By this a personal access token is told from others, by us and by scanners of leaked secrets. */
export const tokenPrefix = 'ptp_'
/** Of a token for a tenant's directory. Whoever asks for a personal one never finds it. */
export const directoryPrefix = 'ptd_'
export const isPersonal = (token: string) => token.startsWith(tokenPrefix)
export const isOfDirectory = (token: string) => token.startsWith(directoryPrefix)
export const hashOf = (token: string) => createHash('sha256').update(token).digest()
export { accessTokensData, tokenUseData } from './personal-data.store.ts'
