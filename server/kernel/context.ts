// What a use case is given: who asks, when, the database, and for a write the one way to commit.
import type { z } from 'zod'
import type { RoleName } from '#contract/kernel/role-name.ts'
import type { PasswordPolicy } from '#contract/kernel/password-policy.ts'
import type { Language } from '#contract/kernel/language.ts'
import type { AuditEvent } from './audit-event.ts'
import type { Links } from './links.ts'
import type { ExternalProvider } from './ports/external-provider.ts'
import type { Images } from './ports/images.ts'
import type { Outbound, OutboundRules } from './ports/outbound.ts'
import type { Sheets } from './ports/sheets.ts'
import type { SentenceOf } from './saying.ts'

/**
 * Parameterised SQL only; every distinct text becomes a prepared statement. `query` is given the schema of the rows
 * that the statement answers. Specs and the demonstration compare every row with it; production trusts it. A schema
 * must describe what the driver gives, and change nothing of it.
 */
export type Db = {
  query<Row extends z.ZodType>(row: Row, text: string, values?: readonly unknown[]): Promise<z.output<Row>[]>
  /** A statement whose rows nobody reads. Answers how many it found or wrote. */
  execute(text: string, values?: readonly unknown[]): Promise<number>
}
export type Reads = Db & {
  /** For statements of well under a millisecond: those of one moment share a connection (docs/decisions/0072). */
  readonly short: Db
  /** More rows than memory should hold, some thousand at a time, in a snapshot. Anyone who stops early closes it. */
  stream<Row extends z.ZodType>(
    row: Row,
    text: string,
    values?: readonly unknown[],
    rowsAtOnce?: number,
  ): AsyncIterable<z.output<Row>[]>
}
export type Tx = Db & { readonly inTransaction: true }

export type Actor =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'user'
      readonly id: string
      readonly userName: string
      readonly roles: ReadonlySet<RoleName>
      readonly sessionUid: string | undefined
      /** When they last proved who they are: at the sign-in of the session, or since then in it. */
      readonly provenOn?: Date | undefined
      /** It goes on with what this person asked for, by a call that was proven or not. */
      readonly inBackground?: { readonly proven: boolean }
      /** The client that holds the token: the portal, or a sibling application. */
      readonly clientId: string
      /** The personal access token that was shown instead of a sign-in. */
      readonly token?: { readonly id: string; readonly name: string }
      /** Anyone who impersonates that user: everything is theirs to answer for, and nothing may be changed. */
      readonly impersonator?: { readonly id: string; readonly userName: string }
      /** The directory of a tenant, by a token that this person made: it has none of their roles. */
      readonly directory?: { readonly tenantId: string }
    }
  | { readonly kind: 'job'; readonly name: string }
  | { readonly kind: 'system' }

/** Work that a change leaves to a job, which is stored with it. `details` are stored, too: never a secret. */
export type FollowUp = {
  readonly job: string
  readonly subject: string
  readonly details: unknown
  readonly group?: string
}

export type Change<T> = {
  readonly result: T
  readonly events: readonly [AuditEvent, ...AuditEvent[]]
  readonly followUps?: readonly FollowUp[]
  /** Rows that only the commit waits for: the events are sent right behind them, without their answer. */
  readonly written?: Promise<unknown>
}

/** Proof that a write went through `commit`. Nothing else can make one. */
export type Committed<T> = { readonly result: T; readonly committed: true }

/** The request as far as the domain may know it. */
export type RequestInfo = {
  readonly ip: string
  readonly userAgent: string
  readonly language: Language
  /** "POST /api/v1/account/login" */
  readonly apiEntry: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, options: CookieOptions): void
  clearCookie(name: string): void
}

type CookieOptions = {
  readonly maxAgeSeconds?: number
  readonly readableByPage?: true
  readonly sameSite?: 'lax' | 'strict' | 'none'
}

/** What a read may touch besides its input. */
export type ReadCtx = {
  readonly actor: Actor
  readonly now: Date
  readonly db: Reads
  readonly requestInfo: RequestInfo
  readonly services: Services
}

/**
 * A write may also commit: rows, audit events and the jobs they cause. A use case runs whole in one transaction, and
 * `db` reads in it; one with slow work (`withSlowWork`) has transactions of its own, and what it read before is a guess
 * in them: there it reads, and judges, through `inside`.
 */
export type Ctx = ReadCtx & {
  newId(): string
  /** `work` may run again where somebody else wrote meanwhile; it answers `unchanged` if that left nothing to do. */
  commit<T>(work: (tx: Tx, inside: Ctx) => Promise<Change<T> | Committed<T>>): Promise<Committed<T>>
  /** Does it, and takes everything back. */
  dryRun<T>(work: (tx: Tx, inside: Ctx) => Promise<T>): Promise<T>
}

/** The outside world behind small ports; `open-services.ts` puts them together from `platform/` and `oidc/`. */
export type Services = {
  readonly settings: Settings
  readonly passwords: {
    /** `later`: behind everybody who waits for an answer, as an import does. */
    hash(password: string, lane?: 'now' | 'later'): Promise<string>
    /** A missing hash costs the same time as a present one and never matches. */
    verify(hash: string | undefined, password: string): Promise<boolean>
  }
  /** Keyed with a secret that all instances share. */
  readonly seal: {
    sign(purpose: string, value: string): string
    open(purpose: string, sealed: string): string | undefined
    /** What the server must read again and nobody else: never the same text twice. */
    encrypt(purpose: string, value: string): string
    decrypt(purpose: string, encrypted: string): string | undefined
  }
  readonly externalProvider: ExternalProvider | undefined
  readonly outbound: Outbound
  readonly sheets: Sheets
  readonly images: Images
  readonly sentenceOf: SentenceOf
  readonly backchannel: {
    /** Back-Channel Logout 1.0 of OpenID Connect. Answers the application's status; undefined where it is not told. */
    logout(session: {
      readonly userId: string
      readonly clientId: string
      readonly sid: string | undefined
    }): Promise<number | undefined>
  }
}

/** What a security configuration may say: it changes while the server runs, so it is read where it is used. */
export type SecuritySettings = {
  /** So many failures lock for so many minutes; that lock stays which is the so manieth. */
  readonly lockout: { readonly attempts: number; readonly minutes: number; readonly permanentAfter: number }
  readonly sessionSeconds: number
  readonly companyDomains: readonly string[]
  readonly passwordPolicy: PasswordPolicy & {
    /** Words that no password contains, in small letters. */
    readonly denied: readonly string[]
  }
}

/** Configuration the domain needs, as values. */
export type Settings = SecuritySettings & {
  /** What holds where no security configuration says another. */
  readonly standard: SecuritySettings
  /** Origin without a trailing slash, e.g. `https://portal.example`. */
  readonly origin: string
  /** `origin` + `/identity`; also the OpenID Connect issuer. */
  readonly identityUrl: string
  readonly environment: string
  readonly demonstration: boolean
  readonly responseType: 'code' | 'id_token token'
  readonly clientPortal: string | undefined
  readonly links: Links
  readonly companySelection: boolean
  readonly externalProvisioning: boolean
  /** Whether a God may impersonate others. */
  readonly identifyAs: boolean
  readonly supportAddress: string
  readonly dataProtection: {
    /** Who answers requests to exercise rights; without one, Administrators are only notified. */
    readonly address: string | undefined
    /** After its answer a request keeps its documents so long, and itself so long. */
    readonly documentDays: number
    readonly requestDays: number
  }
  readonly auditLog: {
    /** Who is mailed its head once a day. */
    readonly headMail: string | undefined
    /** Whether the server's own log gets it as well. */
    readonly headInLog: boolean
    /** So many whole months are kept besides this one; all, where it is not said. */
    readonly retentionMonths: number | undefined
  }
  readonly webhooks: OutboundRules
  /** The provider's session cookie; `__Host-` behind https. */
  readonly sessionCookie: string
}
