// A notification of specs: in words that stand, whoever reads it, as those of releases before do.
import type { Sentence } from '#server/kernel/saying.ts'

export const inPlainWords = (text: string): { says: Sentence; language: 'en' } => ({
  says: { code: 'in-plain-words', data: {}, inWords: () => text },
  language: 'en',
})
