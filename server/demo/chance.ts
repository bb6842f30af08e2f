// Chance that repeats itself: the demonstration organisation is the same on every machine.
import { createHash } from 'node:crypto'

export type Chance = {
  /** From 0 up to 1, 1 excluded. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  /** True this often: 0.25 is one time in four. */
  often(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Different elements, in the order of the list. */
  some<T>(from: readonly T[], count: number): T[]
}

/**
 * mulberry32: 32 bits of state are plenty for believable people. Each subject has its own seed, so that none disturbs
 * another.
 */
export const chanceOf = (subject: string): Chance => {
  let state = createHash('sha1').update(subject).digest().readUInt32BE(0)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[between(0, from.length - 1)]
    if (picked === undefined) throw new Error(`nothing to pick from for ${subject}`)
    return picked
  }
  const some = <T>(from: readonly T[], count: number): T[] => {
    const wanted = new Set<number>()
    while (wanted.size < Math.min(count, from.length)) wanted.add(between(0, from.length - 1))
    return from.filter((_, index) => wanted.has(index))
  }
  return { next, between, often: (share) => next() < share, pick, some }
}

/** A UUID of version 5 (RFC 9562 §5.5) from what a row is and what it is called. */
export const idOf = (kind: string, name: string): string => {
  const hash = createHash('sha1').update(`portico-demonstration/${kind}/${name}`).digest().subarray(0, 16)
  hash[6] = (hash.readUInt8(6) & 0x0f) | 0x50
  hash[8] = (hash.readUInt8(8) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const minute = 60_000
const day = 24 * 60 * minute

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - Math.round(days * day))
export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + Math.round(minutes * minute))

/** 'José Muñoz' → 'jose munoz', 'Krüger' → 'krueger'. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[’']/g, '')

/** 'Altamira Energía S.L.' → 'altamira-energia'. */
export const hostOf = (title: string): string =>
  plain(title)
    .replace(/\b(s\.?l\.?|s\.?a\.?s?|gmbh|ag|s\.r\.l\.|s\.p\.a\.|lda\.?|ltda\.?|ltd|plc|dac)$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
