// What went wrong with a call, and the words for it (R8.1).
import i18next from 'i18next'
import { codeText, fieldLabel } from './code-texts.ts'
import { formatMoment } from './format.ts'
import { labelled } from './labelled.ts'

type ProblemDetails = {
  message?: unknown
  title?: unknown
  code?: unknown
  messages?: unknown
  errors?: unknown
  reasons?: unknown
  changed?: unknown
  data?: unknown
  reference?: unknown
}

/** Who was faster, unless the system was, and when. */
export type NewerChange = { readonly by: string | null; readonly on: string }

const words = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.flatMap((entry) =>
        typeof entry === 'string' ? [entry] : words([(entry as ProblemDetails | null)?.message]),
      )
    : []

const line = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

type Reason = { readonly code: string; readonly data: Readonly<Record<string, string>> }
const isReason = (entry: Partial<Reason> | null): entry is Reason =>
  typeof entry?.code === 'string' && typeof entry.data === 'object'

type Data = Readonly<Record<string, string>>

/** What was refused about a field. */
type FieldProblem = {
  readonly field: string
  readonly message: string
  readonly code?: string | undefined
  readonly data?: Data | undefined
}

type ProblemKind = 'answered' | 'unreachable' | 'timeout'

/** A refusal of the server, or a call that never got an answer. */
export class CallProblem extends Error {
  override name = 'CallProblem'
  readonly kind: ProblemKind
  readonly status: number
  readonly code: string | undefined
  readonly messages: readonly string[]
  /** Why, where a code alone does not say it. */
  readonly reasons: readonly Reason[]
  readonly fields: readonly FieldProblem[]
  /** What the text of the code names. */
  readonly data: Data
  readonly changed: NewerChange | undefined
  /** What support asks for (docs/ux.md, rule 17). */
  readonly reference: string | undefined

  constructor(kind: ProblemKind, status = 0, body: ProblemDetails = {}) {
    super(line(body.message) ?? '')
    this.kind = kind
    this.status = status
    this.code = line(body.code)
    this.messages = words(body.messages)
    this.reasons = Array.isArray(body.reasons) ? body.reasons.filter(isReason) : []
    this.fields = Array.isArray(body.errors) ? body.errors.filter((entry) => typeof entry?.field === 'string') : []
    this.changed = body.code === 'changed-meanwhile' ? (body.changed as NewerChange | undefined) : undefined
    this.data = (body.data ?? {}) as Data
    this.reference = line(body.reference)
  }
}

/** What the last line of a streamed answer says of its failure (web/lib/streamed.ts). */
export const problemIn = (body: ProblemDetails & { status?: unknown }) =>
  new CallProblem('answered', typeof body.status === 'number' ? body.status : 500, body)

export const isProblem = (error: unknown, status: number) => error instanceof CallProblem && error.status === status

/** An action that the server answered with `success: false`. */
export class ActionRefused extends Error {
  override name = 'ActionRefused'
}

const statusKeys: ReadonlyMap<number, 'errors:accessDenied' | 'errors:forbidden' | 'errors:notFound'> = new Map([
  [401, 'errors:accessDenied'],
  [403, 'errors:forbidden'],
  [404, 'errors:notFound'],
] as const)

/** In the reader's language, with the date as it is written there. */
export const changedText = ({ by, on }: NewerChange) =>
  by
    ? i18next.t('errors:changedBy', { by, on: formatMoment(on) })
    : i18next.t('errors:changedOn', { on: formatMoment(on) })

/** R8.1-01…03. `assigning` is for the screens that give rights away, which word a 403 differently. */
export const problemText = (error: unknown, { assigning = false } = {}): string => {
  if (!(error instanceof CallProblem)) return (error instanceof Error && error.message) || i18next.t('errors:unknown')
  if (error.kind !== 'answered') return i18next.t(`errors:${error.kind}`)
  if (error.status === 403 && assigning) return i18next.t('errors:notAuthorised')
  const known = statusKeyOf(error)
  return known ? i18next.t(known) : refusalText(error)
}

const saysWhy = ({ status, code, message, messages }: CallProblem) =>
  status === 403 || (code !== 'unknown' && (message !== '' || messages.length > 0))

/** R4.11-04, R8.4-03: the server's words, or the screen's own where what broke was not foreseen. */
export const problemTextOr = (error: unknown, otherwise: string): string => {
  if (!(error instanceof CallProblem)) return otherwise
  return saysWhy(error) ? problemText(error) : withReference(error, otherwise)
}

/** Why, beside what a screen says itself; undefined where what broke was not foreseen. */
export const reasonText = (error: unknown): string | undefined => {
  if (error instanceof ActionRefused) return error.message || undefined
  return error instanceof CallProblem && saysWhy(error) ? problemText(error) : undefined
}

/** What one may do after proving who one is is not forbidden. */
const statusKeyOf = ({ code, status }: CallProblem) => (code === 'step-up-needed' ? undefined : statusKeys.get(status))

/** Rule 17: what support asks for. */
const withReference = ({ reference }: CallProblem, text: string) =>
  reference ? `${text.replace(/\.$/, '')}. ${i18next.t('errors:reference')} ${reference}` : text

/** R8.1-03: the error's own message, by its code in the reader's language; else as the server worded it. */
export const refusalText = (problem: CallProblem): string => withReference(problem, textOf(problem))

const textOf = (problem: CallProblem): string =>
  changedInWords(problem) ||
  fieldsInWords(problem) ||
  (problem.code === 'undo-conflict' ? reasonsInWords(problem) : codeText(problem.code, problem.data)) ||
  (problem.code === 'unknown' ? undefined : problem.message || problem.messages.join('. ')) ||
  i18next.t('errors:unknown')

/** At its field. `values`: what the form holds, where the text names what was typed. */
export const fieldText = ({ code, data, message }: FieldProblem, values: object = {}) =>
  codeText(code, { ...values, ...data }) ?? message

const changedInWords = ({ changed }: CallProblem) =>
  changed && `${changedText(changed)}. ${i18next.t('errors:lookAgain')}`

/** Each reason in the reader's language, times as everywhere; undefined where one of them is new to this page. */
const reasonsInWords = ({ code, reasons }: CallProblem): string | undefined => {
  const texts = reasons.map(({ code: reason, data }) =>
    codeText(`undo-${reason}`, { ...data, ...(data['on'] && { on: formatMoment(data['on']) }) }),
  )
  return texts.length === 0 || texts.includes(undefined) ? undefined : codeText(code, { reasons: texts.join('; ') })
}

/** Where no form shows them at their places: each with the label of its field. */
const fieldsInWords = ({ code, fields }: CallProblem) =>
  code === 'invalid'
    ? fields.map((problem) => labelled(fieldLabel(problem.field), fieldText(problem))).join('. ')
    : undefined
