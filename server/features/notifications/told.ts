// What a notification says: kept in words of the moment it was made and as codes, told in the reader's language.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import type { NotificationData } from '#contract/notifications.ts'
import { type Sentence, saidIn, type SentenceOf, StoredSaying, storedSaying } from '#server/kernel/saying.ts'

/** Beside the members of a notification that are called so. */
export const StoredSayings = z.object({ description: z.array(StoredSaying), messageError: StoredSaying.optional() })
export type StoredSayings = z.output<typeof StoredSayings>

export const told = (
  language: Language,
  { says, error }: { says: readonly Sentence[]; error?: Sentence | undefined },
) => ({
  description: saidIn(language, says),
  says: {
    description: says.map(storedSaying),
    ...(error && { messageError: storedSaying(error) }),
  } satisfies StoredSayings,
})

type Reader = { readonly language: Language; readonly sentenceOf: SentenceOf }

export const descriptionFor = (
  { language, sentenceOf }: Reader,
  { description, says }: { description: string; says: StoredSayings | null },
) => (says && sentenceOf(says.description, language)) ?? description

export const dataFor = (
  { language, sentenceOf }: Reader,
  { data, says }: { data: NotificationData; says: StoredSayings | null },
): NotificationData => {
  const messageError = says?.messageError && sentenceOf([says.messageError], language)
  return messageError ? { ...data, messageError } : data
}
