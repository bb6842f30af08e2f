// The end of a process: its last state and its one notification, in one transaction.
import type { Language } from '#contract/kernel/language.ts'
import type { NotificationData, ProcessType } from '#contract/notifications.ts'
import type { AuditEvent } from '#server/kernel/audit-event.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import type { Sentence } from '#server/kernel/saying.ts'
import { processEvents } from './notifications.events.ts'
import { insertNotifications } from './notifications.store.ts'
import { takeIssues } from './issues.store.ts'
import { end } from './processes.store.ts'
import type { Outcome } from './messages.ts'
import { processEnded } from './sayings.ts'
import { told } from './told.ts'
import type { ImportIssue } from '#contract/kernel/issue.ts'

/** In the words of the API, and as a refusal's code for the reader's language. */
export type Failure = {
  readonly message: string
  readonly code?: string
  /** Where there is no code: the same for the reader's language. */
  readonly said?: Sentence
  readonly data?: NotificationData['data']
}

export type ProcessEnd =
  | { readonly outcome: 'done'; readonly detail?: Sentence | undefined; readonly fileKey?: string | undefined }
  | ({ readonly outcome: 'failed'; readonly detail?: Sentence | undefined } & Failure)
  | { readonly outcome: 'stopped'; readonly detail?: Sentence | undefined }

type EndedProcess = {
  /** Without a version: what nobody has begun. */
  readonly claimed: { readonly id: string; readonly version?: number }
  readonly userId: string
  readonly type: ProcessType
  readonly language: Language
  readonly how: ProcessEnd
}

/** No audit event when it ended before, or is run by somebody else by now: then nothing is told twice. */
export const finish = async (
  tx: Tx,
  ctx: Pick<Ctx, 'newId' | 'now'>,
  { claimed, userId, type, language, how }: EndedProcess,
): Promise<AuditEvent[]> => {
  const state = how.outcome === 'done' ? 'Done' : 'Failed'
  const error = errorOf(how)
  const last = await end(tx, { ...claimed, state, error, now: ctx.now })
  if (!last) return []
  const issues = await takeIssues(tx, claimed.id)
  const counts = { done: last.done, total: last.total ?? undefined }
  const outcome: Outcome = how.outcome === 'done' && issues.errors.length > 0 ? 'withErrors' : how.outcome
  const fileKey = how.outcome === 'done' ? how.fileKey : undefined
  await insertNotifications(tx, [
    {
      id: ctx.newId(),
      userId,
      type,
      fileKey,
      processId: claimed.id,
      now: ctx.now,
      ...told(language, {
        says: [processEnded.said({ type, outcome, ...counts }), ...(how.detail ? [how.detail] : [])],
        error: how.outcome === 'failed' ? how.said : undefined,
      }),
      data: { ...counts, ...dataOf(how, issues) },
    },
  ])
  return [processEvents.ended({ subject: claimed.id, after: { type, state, error, ...counts } })]
}

const errorOf = (how: ProcessEnd) => {
  if (how.outcome === 'done') return undefined
  return how.outcome === 'failed' ? how.message : 'stopped'
}

const dataOf = (
  how: ProcessEnd,
  { errors, warnings }: { errors: ImportIssue[]; warnings: ImportIssue[] },
): NotificationData => ({
  ...(how.outcome === 'failed' && { messageError: how.message, code: how.code, data: how.data }),
  ...(how.outcome === 'stopped' && { stopped: true }),
  ...(errors.length > 0 && { Errors: errors }),
  ...(warnings.length > 0 && { Warnings: warnings }),
})
