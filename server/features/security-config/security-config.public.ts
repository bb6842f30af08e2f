// What starts the server may ask about the settings that security configurations say.
import { settingTitles } from '#contract/security-config.ts'
import type { Db, SecuritySettings } from '#server/kernel/context.ts'
import { storedSettings } from './security-config.store.ts'
import { settingsIn } from './settings.rules.ts'

export { settingsChannel } from './security-config.store.ts'

export const readSettings = async (db: Db, standard: SecuritySettings): Promise<SecuritySettings> =>
  settingsIn(await storedSettings(db, settingTitles), standard)
