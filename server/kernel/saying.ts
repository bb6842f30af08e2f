// What a person is told, kept as a code with its data: the sentence is written when it is read, in the language of
// whoever reads it.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'

export const StoredSaying = z.object({ code: z.string(), data: z.unknown() })
export type StoredSaying = z.output<typeof StoredSaying>

/** One that is told now. */
export type Sentence = StoredSaying & { readonly inWords: (language: Language) => string }

/** A kind of them, as a feature declares it; `server/sayings.ts` lists all. */
export type Saying = {
  readonly code: string
  /** Undefined where another version kept other data. */
  read(data: unknown, language: Language): string | undefined
}

export const saying = <Data extends z.ZodType>({
  code,
  data: schema,
  inWords,
}: {
  readonly code: string
  /** JSON, and nothing else. */
  readonly data: Data
  inWords(language: Language, data: z.output<Data>): string
}) => ({
  code,
  read: (stored: unknown, language: Language) => {
    const data = schema.safeParse(stored)
    return data.success ? inWords(language, data.data) : undefined
  },
  said: (data: z.output<Data>): Sentence => ({ code, data, inWords: (language) => inWords(language, data) }),
})

const joined = (sentences: readonly string[]) => sentences.join('. ')

/** One after the other. */
export const saidIn = (language: Language, said: readonly Sentence[]) =>
  joined(said.map(({ inWords }) => inWords(language)))

export const storedSaying = ({ code, data }: Sentence): StoredSaying => ({ code, data })

export type SentenceOf = (stored: readonly StoredSaying[], language: Language) => string | undefined

/** Undefined where this version does not know one of them: what was said at first stands beside it. */
export const sentencesOf = (sayings: readonly Saying[]): SentenceOf => {
  const known = new Map(sayings.map((one) => [one.code, one]))
  return (stored, language) => {
    const sentences = stored.map(({ code, data }) => known.get(code)?.read(data, language))
    return sentences.every((sentence) => sentence !== undefined) ? joined(sentences) : undefined
  }
}
