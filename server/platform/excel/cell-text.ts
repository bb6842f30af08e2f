// A cell's value as the text that a person would read in it.
import { isoOfSerial } from './serial-dates.ts'

export type Calendar = '1900' | '1904'

const short = /^-?\d{1,15}$/

/** `1.1000000000000001`, as Excel stores 1.1, is 1.1; `3.46E+10` is 34600000000. */
export const numberText = (stored: string): string => {
  if (short.test(stored)) return stored
  const number = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(number)) return stored
  return /^-?\d+$/.test(stored) ? stored : plain(String(number))
}

/** Without an exponent. */
const plain = (number: string): string => {
  const [, minus = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(number) ?? []
  if (whole === '') return number
  const shift = Number(exponent)
  const digits = whole + fraction
  if (shift < 0) return `${minus}0.${'0'.repeat(-shift - whole.length)}${digits}`
  return minus + digits.padEnd(whole.length + shift, '0')
}

export const dateText = (stored: string, calendar: Calendar): string =>
  stored === '' ? '' : (isoOfSerial(Number(stored), calendar) ?? numberText(stored))

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?)?Z?$/

/** `t="d"`: a date that is already written as one. */
export const isoText = (stored: string): string => {
  const [, day, time] = isoDate.exec(stored) ?? []
  if (!day) return stored
  return time && time !== '00:00:00' ? `${day}T${time}` : day
}

const code = /_x([\da-f]{4})_/gi

/** `_x000D_` is a sign that XML could not say (ECMA-376 part 1, 22.9.2.19). NUL is none of a text. */
export const decodedText = (stored: string): string =>
  stored.includes('_x')
    ? stored
        .replace(code, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll('\0', '')
        .toWellFormed()
    : stored
