// What is done with a document, whether it is a security configuration or a policy.
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { callerId } from '#server/kernel/authorize.ts'
import type { AuditEvent, EventType } from '#server/kernel/audit-event.ts'
import type { Ctx, ReadCtx, Tx } from '#server/kernel/context.ts'
import { invalid, issueText } from '#server/kernel/issue.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { configurationEvents, policyEvents } from './security-config.events.ts'
import * as store from './security-config.store.ts'
import { parsePolicy } from './policy-schema.rules.ts'
import { faultsOf, isSetting } from './settings.rules.ts'
import type { Fault } from './yaml.rules.ts'

type DocumentText = { readonly title: string; readonly description: string | null; readonly body: string }

const kinds = {
  configuration: { events: configurationEvents, missing: 'security-configuration-not-found' },
  policy: { events: policyEvents, missing: 'policy-not-found' },
} as const

type DocumentEvent = { readonly type: EventType }

/** What moves `modifiedOn`. */
const changesOf = ({ created, changed }: { created: DocumentEvent; changed: DocumentEvent }) => [
  created.type,
  changed.type,
]

const said = ({ title, description, body }: DocumentText): DocumentText => ({ title, description, body })

const author = (ctx: ReadCtx) => callerId(ctx) ?? null

export const found = (kind: store.Kind, document: store.DocumentRow | undefined) => {
  if (!document) throw new Refusal(kinds[kind].missing, 404)
  return document
}

/** R5.5-07: the rule of the specification in its own words; of a setting, which one is wrong and where. */
const issueOf = ({ code, line, column, setting, data }: Fault) => {
  const at = { line: String(line ?? ''), column: String(column ?? '') }
  const whole = line === null && setting === null
  if (whole || code === 'yaml-not-valid' || code === 'document-too-large')
    return { field: 'body', code, data: { ...data, ...at } }
  const text = issueText({ field: nameIn(setting ?? 'body'), code, data })
  const fault = setting === null ? text : `${setting}: ${text}`
  const said = { ...data, ...at, fault, faultCode: code, ...(setting !== null && { setting }) }
  return { field: 'body', code: 'settings-not-valid', data: said } as const
}

/** `reason` of `rules.0.reason`, and `domains` of `domains.1`. */
const nameIn = (setting: string) => setting.split('.').findLast((part) => !/^\d+$/.test(part)) ?? setting

export const refuseFaulty = (kind: store.Kind, { title, body }: Pick<DocumentText, 'title' | 'body'>) => {
  const faults = kind === 'configuration' ? faultsOf(title, body) : parsePolicy(body).faults
  if (faults.length > 0) throw invalid(...faults.map(issueOf))
}

/** Of a setting every instance hears. */
const tellOf = async (tx: Tx, kind: store.Kind, ...titles: string[]) => {
  if (kind === 'configuration' && titles.some(isSetting)) await store.tellInstances(tx)
}

type WrittenDocument<Document> = Promise<{ result: Document; events: [AuditEvent] }>

const stored = async (tx: Tx, { kind, id }: { kind: store.Kind; id: string }) => {
  await store.keepVersion(tx, { kind, id })
  return found(kind, await store.documentById(tx, { kind, id }))
}

export const createDocument = async (
  ctx: Ctx,
  tx: Tx,
  { kind, id, ...input }: DocumentText & { kind: store.Kind; id: string },
): WrittenDocument<store.DocumentRow> => {
  refuseFaulty(kind, input)
  await store.insertDocument(tx, { ...said(input), kind, id, by: author(ctx) })
  const made = await stored(tx, { kind, id })
  await tellOf(tx, kind, made.title)
  return { result: made, events: [kinds[kind].events.created({ subject: id, after: said(made) })] }
}

type Change = { readonly [Name in keyof DocumentText]?: DocumentText[Name] | undefined } & {
  readonly modifiedOn?: string | undefined
}

export const changeDocument = async (
  ctx: Ctx,
  tx: Tx,
  { kind, id, change }: { kind: store.Kind; id: string; change: Change },
): WrittenDocument<store.DocumentRow> => {
  const { events } = kinds[kind]
  const before = found(kind, await store.lockDocument(tx, { kind, id }))
  await refuseStale(tx, {
    sent: change.modifiedOn,
    stored: before.modifiedOn,
    subject: id,
    changes: changesOf(events),
  })
  const wanted = {
    title: change.title ?? before.title,
    description: change.description === undefined ? before.description : change.description,
    body: change.body ?? before.body,
  }
  refuseFaulty(kind, wanted)
  await store.updateDocument(tx, { ...wanted, kind, id, by: author(ctx) })
  const after = await stored(tx, { kind, id })
  await tellOf(tx, kind, before.title, after.title)
  return { result: after, events: [events.changed({ subject: id, before: said(before), after: said(after) })] }
}

export const removeDocument = async (tx: Tx, { kind, id }: { kind: store.Kind; id: string }) => {
  const before = found(kind, await store.lockDocument(tx, { kind, id }))
  await store.deleteDocument(tx, { kind, id })
  await tellOf(tx, kind, before.title)
  return { result: {}, events: [kinds[kind].events.removed({ subject: id, before: said(before) })] as [AuditEvent] }
}
