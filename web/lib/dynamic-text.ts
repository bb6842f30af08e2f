// For keys that are put together while the page runs: here the compiler cannot know whether there is such a text.
import i18next from 'i18next'
import type { PrefixedKey } from './text-keys.ts'

const isKey = (key: string): key is PrefixedKey => i18next.exists(key)

/** Undefined where no file has it. */
export const textOf = (key: string, data: Readonly<Record<string, unknown>> = {}): string | undefined =>
  isKey(key) ? i18next.t(key, { ...data }) : undefined
