// From what a schema finds wrong to codes with data, and from those to the English of the API.
import type { z } from 'zod'
import type { Issue as WireIssue } from '#contract/kernel/issue.ts'
import { type IssueCode, issueTexts } from '#contract/kernel/issue-texts.ts'
import { sentences } from '#contract/kernel/sentences.ts'
import { Refusal } from './refusal.ts'

export type Issue = {
  readonly field?: string
  readonly code: IssueCode
  readonly data?: Readonly<Record<string, string>>
}

export const invalid = (...issues: readonly Issue[]) => new Refusal('invalid', 400, { issues })

/** What no screen sends: the fault is told in English, to anyone who writes a client. */
export const malformed = (field: string, fault: string) => invalid({ field, code: 'malformed', data: { fault } })

/** `{name}` in a text is what the data says of it. */
export const filled = (text: string, data: Readonly<Record<string, unknown>>) =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(data, name) ? String(data[name]) : place))

/** "firstName is required": the text alone, as it stands at a field. */
export const issueText = ({ field, code, data = {} }: Issue) =>
  filled(issueTexts[code], { field: field?.split('.')[0] ?? '', ...data })

/** "email: Invalid email address.": with the field, as it stands in a list. */
export const issueLine = (issue: Issue) => (issue.field ? `${issue.field}: ${issueText(issue)}` : issueText(issue))

/** What is wrong with a row, in one line of English. */
export const issueLines = (issues: readonly Issue[]) => sentences(issues.map(issueLine))

export const onTheWire = ({ field, code, data = {} }: Issue): WireIssue => ({ ...(field && { field }), code, data })

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const ofType: Readonly<Record<string, IssueCode>> = {
  string: 'not-a-text',
  number: 'not-a-number',
  int: 'not-a-number',
  boolean: 'not-yes-or-no',
  array: 'not-a-list',
}

const ofFormat: Readonly<Record<string, IssueCode>> = {
  uuid: 'not-an-id',
  email: 'email-not-valid',
  datetime: 'not-a-time',
  date: 'not-a-time',
  url: 'uri-not-valid',
}

/** Of a number, a text, or a list. */
const sizeCodes = {
  too_big: { string: 'too-long', array: 'too-many-entries', other: 'too-large' },
  too_small: { string: 'too-short', array: 'too-few-entries', other: 'too-small' },
} as const

const sizeCode = (code: 'too_big' | 'too_small', { origin, minimum }: RawIssue): IssueCode => {
  const { string, array, other } = sizeCodes[code]
  if (origin === 'string') return minimum === 1 ? 'missing' : string
  return origin === 'array' ? (minimum === 1 ? 'missing' : array) : other
}

const typeCode = (expected: string, input: unknown): IssueCode =>
  input === undefined || input === null ? 'missing' : (ofType[expected] ?? 'not-valid')

const codeOf = (raw: RawIssue): IssueCode => {
  switch (raw.code) {
    case 'invalid_type':
      return typeCode(raw.expected, raw.input)
    case 'too_big':
    case 'too_small':
      return sizeCode(raw.code, raw)
    case 'invalid_format':
      return ofFormat[raw.format] ?? 'not-valid'
    case 'invalid_value':
      return raw.input === undefined ? 'missing' : 'not-a-choice'
    case 'unrecognized_keys':
      return 'unknown-members'
    default:
      return 'not-valid'
  }
}

/** For `safeParse`: what the schema has no code for gets one, so that no text of the library is ever made. */
export const asCodes = { error: codeOf } as const

const isCode = (text: string): text is IssueCode => Object.hasOwn(issueTexts, text)

const argumentTexts: Readonly<Record<string, string>> = {
  maximum: 'maximum',
  minimum: 'minimum',
  keys: 'keys',
  values: 'options',
}

const dataOf = (found: object) =>
  Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => {
      const shown = Object.hasOwn(argumentTexts, name) ? argumentTexts[name] : undefined
      return shown ? [[shown, Array.isArray(value) ? value.join(', ').slice(0, 300) : String(value)]] : []
    }),
  )

export const issuesOf = (error: { readonly issues: readonly z.core.$ZodIssue[] } | undefined): Issue[] =>
  (error?.issues ?? []).map((found) => ({
    field: found.path.map(String).join('.') || 'body',
    code: isCode(found.message) ? found.message : 'not-valid',
    data: dataOf(found),
  }))
