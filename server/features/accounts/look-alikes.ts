// What a user name looks like, whichever letters it is written in (Unicode TS #39, section 4). The table of confusables
// is that of the package unhomoglyph (docs/decisions/0025).
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import unhomoglyph from 'unhomoglyph'

/** Joiners, variation selectors, soft hyphens: they show nothing. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** As full case folding: ß, ẞ and ss, ſ and s are the same. */
const folded = (text: string) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i')

/** Letters of other scripts before their case is folded: a capital В looks like B, a small one does not look like b. */
const inLatin = (sign: string) => {
  if (sign <= '\u007f') return sign
  const latin = unhomoglyph(sign)
  // The table has one letter for I and l.
  return latin === 'l' && /\p{Lu}/u.test(sign) ? 'I' : latin
}

/** A capital I after a small letter can only be meant as an l. */
const hiddenCapital = /(?<=\p{Ll})I/gu

const skeletonOf = (userName: string) => {
  const visible = userName.normalize('NFKC').replace(invisible, '').normalize('NFD')
  const latin = [...visible].map(inLatin).join('').replace(hiddenCapital, 'l')
  return folded(unhomoglyph(folded(latin).normalize('NFD'))).normalize('NFD')
}

/** An import asks three times for each of its rows, a thousand of them at once, while it prepares the next thousand. */
const remembered = new LRUCache<string, string>({ max: 4_000 })

/** As it is stored, in hexadecimal digits. */
export const skeletonHash = (userName: string): string => {
  const known = remembered.get(userName) ?? hash('sha256', skeletonOf(userName), 'hex')
  remembered.set(userName, known)
  return known
}
