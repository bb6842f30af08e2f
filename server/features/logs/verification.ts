// Whether the log is as it was sealed: its state, and a verification in the background (docs/decisions/0043). The
// heads that it sent outside are compared as the log remembers them; `npm run audit:verify --head` takes those that
// somebody kept.
import { z } from 'zod'
import type { ImportIssue } from '#contract/kernel/issue.ts'
import type { IssueCode } from '#contract/kernel/issue-texts.ts'
import type { LogBreak } from '#contract/log-entries.ts'
import { logs } from '#contract/logs.ts'
import { countUnsealed, headBefore } from '#server/features/audit/audit.public.ts'
import { processKind, queueProcess } from '#server/features/notifications/notifications.public.ts'
import { issueText } from '#server/kernel/issue.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { chainName, logEvents } from './logs.events.ts'
import { verifyWhole } from './seal-steps.ts'
import { lastVerification } from './verification.store.ts'

type Api = typeof logs

export const chain: UseCase<Api['chain']> = async (ctx) => {
  const [head, verified] = [await headBefore(ctx.db, undefined), await lastVerification(ctx.db)]
  return {
    sealed: head ? { seal: head.seal, lastEntry: head.lastEntry, sealedOn: head.sealedOn.toISOString() } : null,
    unsealed: await countUnsealed(ctx.db),
    verified: verified ? { ...verified.after, on: verified.on.toISOString() } : null,
  }
}

export const verify: UseCase<Api['verify']> = (ctx) =>
  ctx.commit(async (tx, inside) => {
    const total = (await headBefore(tx, undefined))?.seal ?? 0
    const { process, event } = await queueProcess(tx, inside, { type: 'VerifyAuditLog', input: {}, total })
    return { result: { success: true, errors: [], process }, events: [event] }
  })

const codes: Readonly<Record<LogBreak['what'], IssueCode>> = {
  'entry-edited': 'log-entry-edited',
  'entry-deleted': 'log-entry-deleted',
  'entry-inserted': 'log-entry-inserted',
  'seal-edited': 'log-seal-edited',
  'seal-deleted': 'log-seal-deleted',
}

const issueOf = ({ what, number }: LogBreak): ImportIssue => {
  const issue = { code: codes[what], data: { number: String(number) } }
  return { row: number, reason: issueText(issue), issues: [issue] }
}

export const verifyAuditLog = processKind({
  access: logs.verify.access,
  type: 'VerifyAuditLog',
  input: z.object({}),
  run: async (ctx, _process, report) => {
    const total = (await headBefore(ctx.db, undefined))?.seal ?? 0
    const found = await verifyWhole(ctx.db, { total, onStep: (done) => report.progress(done, total) })
    await ctx.commit(async (tx) => {
      const errors = found.firstBreak ? [issueOf(found.firstBreak)] : []
      await report.step(tx, { done: found.seals, total, errors })
      return { result: undefined, events: [logEvents.verified({ subject: chainName, after: found })] }
    })
    return {}
  },
})
