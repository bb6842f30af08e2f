// A refusal on the wire: problem+json (RFC 9457) with the members the specification's clients read.
import { STATUS_CODES } from 'node:http'
import type { Problem } from '#contract/kernel/answer.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { filled, type Issue, issueLine, issueText } from '#server/kernel/issue.ts'
import { sentenceOf } from './reason-texts.ts'
import { refusalText } from './refusal-texts.ts'

/** Of what we did not foresee nothing is told: it stands in the log only. */
export const unknownProblem: Problem = {
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  code: 'unknown',
  message: 'Unknown error',
  messages: ['Unknown error'],
  errors: [],
}

export const problemOf = (refusal: Refusal): Problem => {
  const more = moreOf(refusal)
  const text = refusalText(refusal.code) ?? STATUS_CODES[refusal.status] ?? 'Unknown error'
  const message = filled(text, { ...refusal.detail, ...inWords(more) })
  const data = dataOf(text, refusal.detail)
  const issues = refusal.detail['issues'] as readonly Issue[] | undefined
  // A text of ours stands by itself; what a field's rule says needs the field's name.
  const messages = issues?.map(issueLine) ?? [message]
  return {
    type: 'about:blank',
    title: STATUS_CODES[refusal.status] ?? 'Error',
    status: refusal.status,
    code: refusal.code,
    message: messages.join('. '),
    messages,
    ...(Object.keys(data).length > 0 && { data }),
    errors: issues?.map(ofIssue) ?? ofField(refusal, { message, data }),
    ...more,
  }
}

type ProblemDetails = Pick<Problem, 'reasons' | 'changed' | 'preview'>

/** What a code alone does not say, as data. */
const moreOf = (refusal: Refusal): ProblemDetails => {
  const { reasons, preview } = refusal.detail as ProblemDetails
  const changed = changedOf(refusal)
  return {
    ...(reasons && { reasons }),
    ...(changed && { changed }),
    ...(refusal.code === 'preview-changed' && { preview }),
  }
}

const inWords = ({ reasons, changed }: ProblemDetails) => ({
  ...(reasons && { reasons: sentenceOf(reasons) }),
  ...(changed && { by: changed.by ?? 'The system', on: inUtc(changed.on) }),
})

/** Which field of a form a constraint is about (somebody else has its value), where its name does not say so. */
const fieldOfConstraint: Readonly<Record<string, string | undefined>> = {
  'user-name-taken': 'userName',
  'user-name-looks-alike': 'userName',
  'scoped-permission-taken': 'scope',
  'application-taken': 'name',
  'tenant-member-taken': undefined,
}

/** `area-name-taken` is about `name`. */
const takenField = (code: string) =>
  Object.hasOwn(fieldOfConstraint, code) ? fieldOfConstraint[code] : /-([a-z]+)-taken$/.exec(code)?.[1]

const changedOf = ({ code, detail }: Refusal) =>
  code === 'changed-meanwhile' ? (detail['changed'] as Problem['changed']) : undefined

/** 2026-11-22 04:10:33 UTC */
const inUtc = (moment: string) => `${moment.slice(0, 19).replace('T', ' ')} UTC`

/** Of the refusal's detail what its text names. */
const dataOf = (text: string, detail: Refusal['detail']) =>
  Object.fromEntries(
    [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
      typeof detail[name] === 'string' || typeof detail[name] === 'number' ? [[name, String(detail[name])]] : [],
    ),
  )

type FieldError = Problem['errors'][number]

const ofIssue = (issue: Issue): FieldError => ({
  field: issue.field ?? 'body',
  message: issueText(issue),
  code: issue.code,
  data: { ...issue.data },
})

const ofField = ({ code, detail }: Refusal, said: Pick<FieldError, 'message' | 'data'>): FieldError[] => {
  const field = detail['constraint'] === undefined ? detail['field'] : takenField(code)
  return typeof field === 'string' ? [{ field, code, ...said }] : []
}

const byCode: Readonly<Record<string, () => Refusal>> = {
  // disk_full of PostgreSQL, and our own disk: what only reads goes on.
  53100: () => new Refusal('storage-full', 507),
  ENOSPC: () => new Refusal('storage-full', 507),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('body-too-large', 413),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('unsupported-media-type', 415),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('address-too-long', 414),
}

/** What the framework refuses before a use case sees it, as refusals of ours. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  const { code = '', statusCode = 500, name } = error as { code?: string; statusCode?: number; name?: string }
  if (name === 'DatabaseUnavailable') return new Refusal('database-unavailable', 503)
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  if (known) return known()
  if (statusCode === 404) return new Refusal('not-found', 404)
  return statusCode >= 400 && statusCode < 500 ? new Refusal('invalid', 400) : undefined
}
