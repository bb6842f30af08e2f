// What others may ask about the settings that security configurations say.
import { type SettingTitle, settingTitles } from '#contract/security-config.ts'
import type { Db, SecuritySettings } from '#server/kernel/context.ts'
import * as documents from './documents.ts'
import { storedSettings } from './security-config.store.ts'
import { settingsIn } from './settings.rules.ts'

export { settingsChannel } from './security-config.store.ts'

export const readSettings = async (db: Db, standard: SecuritySettings): Promise<SecuritySettings> =>
  settingsIn(await storedSettings(db, settingTitles), standard)

type Said = { readonly title: SettingTitle; readonly body: string }

/** A body that could not be saved, with the line of its fault. */
export const refuseFaulty = (said: Said) => documents.refuseFaulty('configuration', said)

/** What would hold if a configuration of this title said that, and no other one said anything. */
export const settingsWith = (said: Said, standard: SecuritySettings) => settingsIn([{ ...said, id: '' }], standard)
