// Whether a password is soon guessed by anyone who knows the lists of those that people use, and the person's own names
// (goals: Security 5). The dictionaries take 40 MB of memory, and are loaded with the first password that is set.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** 0 to 4: below three it takes fewer than a hundred million guesses. */
const leastScore = 3

/** The time grows with the square of the length. */
const mostCharacters = 24

let loading: Promise<ZxcvbnFactory> | undefined

const load = async () => {
  const [{ ZxcvbnFactory: Checker }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new Checker({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: mostCharacters,
  })
}

const checker = () => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Of a long one both ends: either alone is hard enough to guess, or the whole is not. */
const partsOf = (password: string) =>
  password.length <= mostCharacters ? [password] : [password.slice(0, mostCharacters), password.slice(-mostCharacters)]

/** `own`: what others know of the person. */
export const isGuessable = async (password: string, own: readonly string[]) => {
  const zxcvbn = await checker()
  const known = own.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).filter((name) => name.length > 2)
  return partsOf(password).every((part) => zxcvbn.check(part, known).score < leastScore)
}
