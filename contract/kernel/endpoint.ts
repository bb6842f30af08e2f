// The grammar of the contract: an endpoint is a value, and everything else is read from it.
import type { z } from 'zod'
import type { IssueCode } from './issue-texts.ts'
import type { RoleName } from './role-name.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call. There is no default: an endpoint that forgets to say does not compile. */
export type Access = 'anyone' | 'signed-in' | { readonly anyOf: readonly RoleName[] }

export const anyOf = (...roles: [RoleName, ...RoleName[]]): Access => ({ anyOf: roles })

/** An answer that is not JSON: an image, a text, a file or a redirect. The use case hands over a `RawAnswer`. */
type RawOutput = { readonly raw: string }
export const raw = (mediaType: string): RawOutput => ({ raw: mediaType })
export type RawAnswer = {
  readonly raw: true
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** What arrives bit by bit is sent bit by bit. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** One file in the form field `file`. */
export type FileUpload = {
  /** `.xlsx`: the endings of names that are taken. */
  readonly accept: readonly `.${string}`[]
  readonly mostBytes: number
}

/** Several files in the form field `files` (or `files[]`), beside fields that a schema reads. */
export type FormUpload = FileUpload & {
  readonly form: z.ZodObject
  readonly mostFiles: number
  /** What is said at `files` where there is none; `mostBytes` is of all of them. */
  readonly missing: IssueCode
}
export type Upload = FileUpload | FormUpload

type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType | RawOutput = z.ZodType | RawOutput,
> = {
  readonly method: Method
  /** Below `/api/v1` and `/identity/api/v1` alike; matched without regard to case. */
  readonly path: `/${string}`
  readonly access: Access
  /** One sentence for the printed API. */
  readonly summary: string
  /** A read that stands in the audit log, under this name of the specification (R3.6-12). */
  readonly records?: string
  /** This GET changes state: it commits, and POST is an alias. */
  readonly writes?: true
  /**
   * A dangerous act: its person must have proved in the last five minutes who they are (docs/decisions/0044). Refused
   * with `step-up-needed` otherwise; a personal access token needs no proof beside itself. With the name of a field,
   * only a body that fills it is dangerous.
   */
  readonly stepUp?: true | string
  /** Tells of credentials: its answer is never compressed (docs/decisions/0028). */
  readonly credentials?: true
  /** Only a browser going there by itself may call, no page or image of others; no POST alias. */
  readonly navigation?: true
  readonly params?: Params
  readonly query?: Query
  readonly input?: Input
  /**
   * A body that is right in every way; `unique` is new each time, for names. Printed in OpenAPI, and sent by the specs
   * that call every endpoint. Bodies that name other objects stand in server/spec/attacks/right-bodies.ts instead.
   */
  readonly example?: (unique: string) => z.input<Input>
  /** Takes a form with files (multipart/form-data) instead of JSON. */
  readonly upload?: Upload
  /** Fields of text that may stand in the form before its one file. */
  readonly beside?: z.ZodObject
  /**
   * Takes long: anyone who asks with `Accept: text/event-stream` hears line by line how far it is (A-159, R7.13-05).
   * The last line is `{ result }`, which is the output, or `{ error }`, which is the refusal.
   */
  readonly streams?: true
  readonly output: Output
}

/** The widest endpoint there is; every use narrows it again. */
export type AnyEndpoint = Endpoint<any, any, any, any>
export type EndpointSet = Readonly<Record<string, AnyEndpoint>>

type ParsedOf<S> = S extends z.ZodType ? z.output<S> : undefined
type SentValueOf<S> = S extends z.ZodType ? z.input<S> : undefined
export type ParamsOf<E> = E extends { params: infer P } ? ParsedOf<P> : undefined
export type QueryOf<E> = E extends { query: infer Q } ? ParsedOf<Q> : undefined
export type InputOf<E> = E extends { input: infer I } ? ParsedOf<I> : undefined
export type SentQueryOf<E> = E extends { query: infer Q } ? SentValueOf<Q> : undefined
export type SentOf<E> = E extends { input: infer I } ? SentValueOf<I> : undefined
export type OutputOf<E> = E extends { output: infer O } ? (O extends RawOutput ? RawAnswer : ParsedOf<O>) : never

export const endpoints = <const S extends EndpointSet>(set: S): S => set
