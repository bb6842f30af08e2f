// What others may ask about the settings that security configurations say, and about policies with rules.
import { type SettingTitle, settingTitles } from '#contract/security-config.ts'
import type { Db, SecuritySettings } from '#server/kernel/context.ts'
import * as documents from './documents.ts'
import { type AccessPolicy, parsePolicy } from './policy-schema.rules.ts'
import * as store from './security-config.store.ts'
import { settingsIn } from './settings.rules.ts'

export {
  type AccessPolicy,
  type Conditions as PolicyConditions,
  parsePolicy,
  type PolicyRule,
  weekdays,
} from './policy-schema.rules.ts'
export { settingsChannel } from './security-config.store.ts'

export const readSettings = async (db: Db, standard: SecuritySettings): Promise<SecuritySettings> =>
  settingsIn(await store.storedSettings(db, settingTitles), standard)

type ConfigurationText = { readonly title: SettingTitle; readonly body: string }

/** A body that could not be saved, with the line of its fault. */
export const refuseFaulty = (said: ConfigurationText) => documents.refuseFaulty('configuration', said)

/** What would hold if a configuration of this title said that, and no other one said anything. */
export const settingsWith = (said: ConfigurationText, standard: SecuritySettings) =>
  settingsIn([{ ...said, id: '' }], standard)

export const refuseFaultyPolicy = (said: { readonly title: string; readonly body: string }) =>
  documents.refuseFaulty('policy', said)

export const policyById = async (db: Db, id: string) =>
  documents.found('policy', await store.documentById(db, { kind: 'policy', id }))

/** Read again only after a change: they are asked for at every sign-in to an application. */
const parsed = new Map<string, AccessPolicy | undefined>()
const mostParsed = 500

const parsedOnce = ({ id, modifiedOn, body }: store.RuleText) => {
  const key = `${id} ${modifiedOn}`
  if (parsed.has(key)) return parsed.get(key)
  if (parsed.size >= mostParsed) parsed.clear()
  const { policy } = parsePolicy(body)
  parsed.set(key, policy)
  return policy
}

/** What an earlier version took and this one does not is as if it was not there. */
export const policiesWithRules = async (db: Db) =>
  (await store.ruleTexts(db)).flatMap((row) => {
    const policy = parsedOnce(row)
    return policy ? [{ id: row.id, title: row.title, policy }] : []
  })
