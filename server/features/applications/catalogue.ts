// Applications of the administration: made, changed, deleted (R7.5-01).
import { newProtocol } from '#contract/application-fields.ts'
import type { ApplicationChange, NewApplication } from '#contract/application-forms.ts'
import { type Application, type applications } from '#contract/applications.ts'
import { refuseStale } from '#server/features/audit/audit.public.ts'
import { saveIntrospectors } from '#server/features/clients/clients.public.ts'
import { roleEvents, membersWithRoles } from '#server/features/members/members.public.ts'
import { payloads } from '#server/features/sessions/sessions.public.ts'
import { callerId, refuseUnproven } from '#server/kernel/authorize.ts'
import type { Ctx, Tx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type UseCase, withSlowWork } from '#server/kernel/use-case.ts'
import { applicationEvents } from './applications.events.ts'
import {
  auditedFields,
  closedField,
  differences,
  leadsElsewhere,
  protocolFault,
  shownApplication,
  withChange,
} from './applications.rules.ts'
import { applicationExists, type ApplicationRow, lockApplication, rolesOf } from './catalogue.store.ts'
import { deleteApplication, insertApplication, updateApplication } from './application-writes.store.ts'
import { changeOwners, refuseUnknown } from './owners.ts'
import { saveOwners } from './owners.store.ts'
import { invalid } from '#server/kernel/issue.ts'
import { found, shown } from './application-reads.ts'

type Api = typeof applications

const fresh = (input: NewApplication, now: Date): ApplicationRow => ({
  id: 0,
  name: input.name,
  displayName: input.displayName,
  title: input.title || input.displayName,
  description: input.description ?? '',
  descriptions: input.descriptions ?? {},
  redirectUris: input.redirectUris,
  postLogoutUris: input.postLogoutUris ?? [],
  backchannelLogoutUri: input.backchannelLogoutUri ?? null,
  ...appearance(input),
  protocol: { ...newProtocol, ...input.protocol },
  introspectors: input.introspectors ?? [],
  requiresRole: input.requiresRole ?? false,
  hasSecret: Boolean(input.sharedSecret?.trim()),
  system: false,
  owners: [],
  iconVersion: null,
  modifiedOn: now,
})

const appearance = (input: NewApplication) => ({
  enabled: input.enabled ?? true,
  hideInUserList: input.hideInUserList ?? false,
  status: input.status ?? ('Running' as const),
  privateUrl: input.privateUrl ?? null,
  publicUrl: input.publicUrl ?? null,
  prerelease: input.prerelease ?? false,
})

const refuseFaulty = (row: ApplicationRow) => {
  const fault = protocolFault(row)
  if (fault) throw invalid(fault)
}

export const create: UseCase<Api['create']> = withSlowWork(async (ctx, { input }) => {
  const application = fresh(input, ctx.now)
  refuseFaulty(application)
  const secretHash = input.sharedSecret?.trim() ? await ctx.services.passwords.hash(input.sharedSecret) : null
  const creator = callerId(ctx)
  const owners = [...new Set([...(creator ? [creator] : []), ...(input.owners ?? [])])]
  return ctx.commit(async (tx, inside) => {
    if (input.id !== undefined && (await applicationExists(tx, input.id)))
      throw new Refusal('application-taken', 409, { field: 'id' })
    await refuseUnknown(tx, owners)
    const id = await insertApplication(tx, { ...application, secretHash })
    await saveOwners(tx, { id, owners, now: inside.now })
    await changeIntrospectors(tx, { id, names: application.introspectors })
    // What an earlier application of this name had issued is not the new one's.
    await payloads.deletePayloadsOfClient(tx, input.name)
    const made = await shown(inside, tx, id)
    return { result: made, events: [applicationEvents.created({ subject: String(id), after: auditedFields(made) })] }
  })
})

/**
 * Named as they are called now; kept by number, so that a name that goes to another application takes nothing along.
 */
const changeIntrospectors = async (tx: Tx, input: { id: number; names: readonly string[] }) => {
  const unknown = await saveIntrospectors(tx, input)
  if (!unknown) return
  throw invalid({ field: `introspectors.${input.names.indexOf(unknown)}`, code: 'application-unknown' })
}

/** Tokens die with the name they were given to, and with the leave to sign in. */
const endTokens = async (tx: Tx, before: ApplicationRow, after: ApplicationRow) => {
  if (after.name !== before.name) await payloads.deletePayloadsOfClient(tx, after.name)
  if (after.name !== before.name || (before.enabled && !after.enabled))
    await payloads.deletePayloadsOfClient(tx, before.name)
}

/** What moves `modifiedOn` of an application, by its audit events; its disclaimer has a time of its own. */
const { created, changed, ownersChanged, iconChanged } = applicationEvents

const changes = [created, changed, ownersChanged, iconChanged].map(({ type }) => type)

export const refuseStaleApplication = (tx: Tx, { id, modifiedOn: stored }: ApplicationRow, sent: string | undefined) =>
  refuseStale(tx, { sent, stored, subject: String(id), changes })

const refuseSystem = (before: ApplicationRow, after: ApplicationRow, secretHash: string | undefined) => {
  const field =
    before.system && secretHash
      ? 'sharedSecret'
      : closedField(shownApplication(before, undefined), shownApplication(after, undefined))
  if (field) throw new Refusal('application-is-system', 409, { field })
}

/** That there is a new secret is told, the secret itself never. */
const secretChange = (secretHash: string | undefined, which: string) => (secretHash ? { sharedSecret: which } : {})

const changeTo = async (ctx: Ctx, id: number, { modifiedOn, sharedSecret, owners, ...fields }: ApplicationChange) => {
  const secretHash = sharedSecret?.trim() ? await ctx.services.passwords.hash(sharedSecret) : undefined
  return ctx.commit<Application>(async (tx, inside) => {
    const before = found(await lockApplication(tx, id))
    await refuseStaleApplication(tx, before, modifiedOn)
    const after = {
      ...withChange(before, fields),
      hasSecret: before.hasSecret || secretHash !== undefined,
      modifiedOn: inside.now,
    }
    refuseSystem(before, after, secretHash)
    refuseFaulty(after)
    if (owners) await changeOwners(inside, tx, { before, owners })
    if (leadsElsewhere(before, after)) refuseUnproven(inside)
    await updateApplication(tx, { ...after, secretHash })
    if (fields.introspectors) await changeIntrospectors(tx, { id, names: fields.introspectors })
    await endTokens(tx, before, after)
    const result = await shown(inside, tx, id)
    const changed = differences(auditedFields(shownApplication(before, undefined)), auditedFields(result))
    const event = applicationEvents.changed({
      subject: String(id),
      before: { ...changed.before, ...secretChange(secretHash, 'old') },
      after: { ...changed.after, ...secretChange(secretHash, 'new') },
    })
    return { result, events: [event] }
  })
}

export const save: UseCase<Api['save']> = withSlowWork((ctx, { params, input }) => changeTo(ctx, params.id, input))

export const change: UseCase<Api['change']> = withSlowWork((ctx, { params, input }) => changeTo(ctx, params.id, input))

export const setStatus: UseCase<Api['setStatus']> = (ctx, { params: { id, status } }) => changeTo(ctx, id, { status })

export const remove: UseCase<Api['remove']> = (ctx, { params: { id } }) =>
  ctx.commit(async (tx) => {
    const before = found(await lockApplication(tx, id))
    if (before.system) throw new Refusal('application-is-system', 409)
    if (!before.owners.some((owner) => owner.id === callerId(ctx))) throw new Refusal('permission-missing', 403)
    const roles = await rolesOf(tx, id)
    const roleIds = roles.map((role) => role.id)
    const holding = await membersWithRoles(tx, roleIds)
    await payloads.deletePayloadsOfClient(tx, before.name)
    await deleteApplication(tx, id)
    return {
      result: {},
      events: [
        applicationEvents.removed({
          subject: String(id),
          before: { ...auditedFields(shownApplication(before, undefined)), roles },
        }),
        ...roleEvents(holding, roleIds, 'went'),
      ],
    }
  })
