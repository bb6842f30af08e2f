// Who runs queued processes: a few at a time in every instance. What is held is renewed every few seconds; what an
// instance left behind, however it went, is taken over by another one, or by itself after its restart (T59).
import { type Language, languageOf } from '#contract/kernel/language.ts'
import { hasAnyRole, type RoleName, roleNames } from '#contract/kernel/role-name.ts'
import { mayCall } from '#server/kernel/authorize.ts'
import type { Actor, Ctx, Db, Tx } from '#server/kernel/context.ts'
import type { ProcessKind } from '#server/kernel/process.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { Sentence } from '#server/kernel/saying.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { storeFile } from './files.ts'
import { type Failure, finish, type ProcessEnd } from './finish.ts'
import { type ClaimedProcess, cameTo, claim, type Owner, ownerNow, release } from './leases.store.ts'
import { createReport, Interrupted, Stopped } from './report.ts'
import { processBroke, processInterrupted } from './sayings.ts'

type RunnerParts = {
  readonly db: Db
  readonly kinds: readonly ProcessKind[]
  readonly contextFor: (
    actor: Actor,
    requestInfo: { ip: string; apiEntry: string; language: Language },
    authorize?: (tx: Tx) => Promise<Actor>,
  ) => Ctx
  /** The words of a refusal; nothing for what nobody shall read. */
  /** Undefined of what nobody foresaw. */
  readonly failureOf: (error: unknown) => Failure | undefined
  readonly log: { warn(what: object, text: string): void; error(what: object, text: string): void }
}

const slots = 4
const lookEvery = 5_000
/** A process that takes the server down with it each time is not begun for ever. */
const mostRuns = 10

export const createRunner = (parts: RunnerParts) => {
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  const types = parts.kinds.map(({ type }) => type)
  let free = slots

  const look = async (): Promise<void> => {
    while (free > 0 && !closing.signal.aborted) {
      free -= 1
      const claimed = await claim(parts.db, types).catch(() => undefined)
      if (!claimed) {
        free += 1
        return
      }
      const run: Promise<void> = runOne(parts, claimed, closing.signal).finally(() => {
        running.delete(run)
        free += 1
        void look()
      })
      running.add(run)
    }
  }

  const timer = setInterval(() => void look(), lookEvery)
  timer.unref()
  const job: Job = { name: 'run-process', run: look }
  return {
    job,
    /** What runs lets go at its next report. */
    stop: async () => {
      clearInterval(timer)
      closing.abort()
      await Promise.race([Promise.allSettled(running), new Promise((resolve) => setTimeout(resolve, 5_000).unref())])
    },
  }
}

const runOne = async (parts: RunnerParts, claimed: ClaimedProcess, signal: AbortSignal): Promise<void> => {
  const ctx = contextOf(parts, claimed)
  try {
    const how = await endOf(parts, { claimed, ctx, signal })
    await ctx.commit(async (tx) => {
      const [ended, ...more] = await finish(tx, ctx, {
        claimed,
        userId: claimed.userId,
        type: claimed.type,
        language: ctx.requestInfo.language,
        how,
      })
      // Somebody else runs it by now: theirs is the end.
      if (!ended) throw new Interrupted()
      return { result: undefined, events: [ended, ...more] }
    })
  } catch (error) {
    // Not ended, so somebody goes on with it: at once after an orderly stop, else when the lease is over.
    if (!(error instanceof Interrupted))
      parts.log.warn({ err: error, process: claimed.id }, 'a process was interrupted and will go on')
    else await release(parts.db, claimed).catch(() => undefined)
  }
}

const actorOf = (
  { userId: id, requestInfo: { proven = false } }: ClaimedProcess,
  { userName, roles }: Pick<Owner, 'userName' | 'roles'>,
): Actor => {
  const known = new Set(roles.filter((role): role is RoleName => hasAnyRole([role], roleNames)))
  return {
    kind: 'user',
    id,
    userName,
    roles: known,
    sessionUid: undefined,
    inBackground: { proven },
    clientId: 'identity',
  }
}

/** To end it takes no right: anyone who lost theirs is told so. */
const contextOf = ({ contextFor }: RunnerParts, claimed: ClaimedProcess): Ctx =>
  contextFor(actorOf(claimed, { userName: claimed.userName, roles: [] }), askedBy(claimed.requestInfo))

const askedBy = ({ ip, apiEntry, language }: ClaimedProcess['requestInfo']) => ({
  ip,
  apiEntry,
  language: languageOf(language),
})

/**
 * The owner as they stand now; refuses anyone who is locked, a draft or no longer has the role that queued it (T76).
 */
const ownerOf =
  ({ access }: ProcessKind, claimed: ClaimedProcess) =>
  async (db: Db): Promise<Actor> => {
    const owner = await ownerNow(db, claimed.userId)
    const actor = owner && actorOf(claimed, owner)
    if (!owner?.mayAct || !actor || !mayCall(access, actor)) throw new Refusal('permission-missing', 403)
    return actor
  }

type Run = { readonly claimed: ClaimedProcess; readonly ctx: Ctx; readonly signal: AbortSignal }

const outcomeOf = async (parts: RunnerParts, run: Run): Promise<ProcessEnd> => {
  const { claimed } = run
  const { language } = run.ctx.requestInfo
  if (claimed.stopAsked) return { outcome: 'stopped' }
  if (claimed.version > mostRuns) return failedBy(processInterrupted.said({}), language)
  const kind = parts.kinds.find(({ type }) => type === claimed.type)
  const input = kind?.input.safeParse(claimed.input)
  if (!kind || !input?.success) return failedBy(processBroke.said({}), language)
  try {
    return await runKind(parts, kind, { ...run, input: input.data })
  } catch (error) {
    return howItFailed(parts, { error, language, id: claimed.id })
  }
}

/** Of what did not come to its end, what stays; a file that cannot be read says nothing. */
const endOf = async (parts: RunnerParts, run: Run): Promise<ProcessEnd> => {
  const how = await outcomeOf(parts, run)
  if (how.outcome === 'done') return how
  const { claimed, ctx } = run
  const kind = parts.kinds.find(({ type }) => type === claimed.type)
  const input = kind?.input.safeParse(claimed.input)
  const came = await cameTo(parts.db, claimed.id)
  if (!kind?.left || !input?.success || !came) return how
  return { ...how, detail: await kind.left(ctx, { ...came, input: input.data }).catch(() => undefined) }
}

const runKind = async (
  parts: RunnerParts,
  kind: ProcessKind,
  { claimed, signal, input }: Run & { input: unknown },
): Promise<ProcessEnd> => {
  const { id, userId, done, total, requestInfo } = claimed
  const { db, contextFor } = parts
  const owner = ownerOf(kind, claimed)
  const ctx = contextFor(await owner(db), askedBy(requestInfo), owner)
  const report = createReport(db, claimed, { signal, authorize: () => owner(db) })
  try {
    const { detail, file } = await kind.run(ctx, { id, userId, input, done, total: total ?? undefined }, report)
    const stored = file && (await storeFile(db, ctx, { ...file, ownerId: userId }))
    await report.flush()
    return { outcome: 'done', detail, fileKey: stored?.key }
  } finally {
    report.close()
  }
}

const failedBy = (said: Sentence, language: Language): ProcessEnd => ({
  outcome: 'failed',
  message: said.inWords(language),
  said,
})

/** What the database or the shutdown interrupted has not failed: it goes on later. */
const howItFailed = (
  { failureOf, log }: RunnerParts,
  { error, language, id }: { error: unknown; language: Language; id: string },
): ProcessEnd => {
  if (error instanceof Stopped) return { outcome: 'stopped' }
  if (error instanceof Interrupted || (error instanceof Error && error.name === 'DatabaseUnavailable')) throw error
  const failure = failureOf(error)
  if (!failure) log.error({ err: error, process: id }, 'a process failed')
  return failure ? { outcome: 'failed', ...failure } : failedBy(processBroke.said({}), language)
}
