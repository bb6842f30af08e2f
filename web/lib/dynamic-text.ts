// For keys that are put together while the page runs: here the compiler cannot know whether there is such a text.
import i18next, { type ParseKeys } from 'i18next'

const isKey = (key: string): key is ParseKeys => i18next.exists(key)

/** Undefined where no file has it. */
export const textOf = (key: string, data: Readonly<Record<string, unknown>> = {}): string | undefined =>
  isKey(key) ? i18next.t(key, { ...data }) : undefined
