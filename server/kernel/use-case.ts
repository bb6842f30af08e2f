// A use case answers one endpoint. A GET gets a context that cannot commit; anything else hands back proof that it did.
import type { z } from 'zod'
import type { EndpointSet, InputOf, OutputOf, ParamsOf, QueryOf } from '#contract/kernel/endpoint.ts'
import type { AuditEvent, EventType } from './audit-event.ts'
import type { Committed, Ctx, ReadCtx, Tx } from './context.ts'
import type { ProcessKind } from './process.ts'

/** A file that came with the call, whole, and never larger than its endpoint allows. */
export type UploadedFile = {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
  readonly fields: Readonly<Record<string, string>>
}

/** How far a long action is. Nobody need listen. */
export type Progress = (done: number, total: number) => void

type Uploaded<E> = E extends { upload: { form: infer Form extends z.ZodType } }
  ? { form: z.output<Form>; files: readonly UploadedFile[] }
  : E extends { upload: object }
    ? { file: UploadedFile } & (E extends { beside: infer Beside extends z.ZodType }
        ? { beside: z.output<Beside> }
        : unknown)
    : unknown

type Call<E> = { params: ParamsOf<E>; query: QueryOf<E>; input: InputOf<E> } & Uploaded<E> &
  (E extends { streams: true } ? { progress: Progress } : unknown)

export type UseCase<E> = E extends { writes: true }
  ? (ctx: Ctx, call: Call<E>) => Promise<Committed<OutputOf<E>>>
  : E extends { method: 'GET' }
    ? (ctx: ReadCtx, call: Call<E>) => Promise<OutputOf<E>>
    : (ctx: Ctx, call: Call<E>) => Promise<Committed<OutputOf<E>>>

export type UseCases<S extends EndpointSet> = { [K in keyof S]: UseCase<S[K]> }

const slow = new WeakSet<object>()

/**
 * For use cases that hash, read a sheet or work on a picture: a transaction would wait for it. They bring their own
 * `ctx.commit`, and judge in it by what they read in it.
 */
export const withSlowWork = <U extends object>(useCase: U): U => {
  slow.add(useCase)
  return useCase
}

export const hasSlowWork = (useCase: object) => slow.has(useCase)

type ReadAhead<Call, Answer> = (ctx: Pick<ReadCtx, 'db'>, call: Call) => Promise<Answer>

const ahead = new WeakSet<object>()

/** For a read that needs nothing of its caller: it begins while it is looked up who that is (docs/decisions/0067). */
export const readAhead = <Call, Answer>(useCase: ReadAhead<Call, Answer>): typeof useCase => {
  ahead.add(useCase)
  return useCase
}

export const isReadAhead = (useCase: object): useCase is ReadAhead<unknown, unknown> => ahead.has(useCase)

/** What follows from an audit event: a job, stored in the transaction that recorded the event. */
type JobReaction = { readonly on: EventType; readonly job: string }
/** What follows from an audit event at once: more writes in its transaction, with the events of their own. */
export type WriteReaction = {
  readonly on: EventType
  write(tx: Tx, event: AuditEvent, ctx: Ctx): Promise<readonly AuditEvent[]>
}
/** What others are told, once for all events of a change that it is stated for: equal functions are called together. */
export type TellReaction = {
  readonly on: EventType
  tell(tx: Tx, subjects: readonly string[]): Promise<unknown>
}
/** What follows from events of any type, once for all events of a change: jobs, stored with them. */
export type AnyReaction = {
  readonly on: 'any'
  jobs(tx: Tx, events: readonly RecordedEvent[], ctx: Ctx): Promise<readonly QueuedJob[]>
}
export type Reaction = JobReaction | WriteReaction | TellReaction | AnyReaction

/** `followed`: somebody outside asked for events of its type. */
export type RecordedEvent = { readonly event: AuditEvent; readonly eventId: string; readonly followed: boolean }
export type QueuedJob = { readonly job: string; readonly data: JobData }

/**
 * `eventId`: of the event it follows from. `details`: what a change left to it. `group`: what else waits for the same.
 */
export type JobData = {
  readonly eventId: string
  readonly subject: string
  readonly details?: unknown
  readonly group?: string
}

/** Seconds; doubled with each try, up to the longest. */
export type JobRetries = { readonly retryLimit: number; readonly retryDelay: number; readonly retryDelayMax: number }

/** Work done after the commit. It loads what it needs by id, so that a second run finds nothing to do. */
export type Job = {
  readonly name: string
  /**
   * So many batches run side by side, with one job of each group at a time: a group that is slow keeps nobody waiting.
   */
  readonly batches?: number
  run(ctx: Ctx, data: JobData): Promise<void>
  /** What is left to do where it is tried no more. */
  gaveUp?(ctx: Ctx, data: JobData): Promise<unknown>
}

/** Refuses an upload whose target is not there, or not the caller's, before its file is read. */
export type BeforeUpload = (ctx: ReadCtx, call: { params: unknown }) => Promise<unknown>

export type Feature = {
  readonly name: string
  readonly endpoints: EndpointSet
  readonly useCases: Readonly<Record<string, unknown>>
  readonly reactions: readonly Reaction[]
  /** What it does in the background, on behalf of a user. */
  readonly processes?: readonly ProcessKind[]
  /** By the name of the endpoint. */
  readonly beforeUpload?: Readonly<Record<string, BeforeUpload>>
}

/** The contract is the route table; the module of use cases must answer every entry of it. */
export const feature = <S extends EndpointSet>(
  name: string,
  endpoints: S,
  useCases: UseCases<S>,
  reactions: readonly Reaction[] = [],
): Feature => ({ name, endpoints, useCases, reactions })

/** `withProcesses(feature('users', …), [bulkInsert])` */
export const withProcesses = (of: Feature, processes: readonly ProcessKind[]): Feature => ({ ...of, processes })
