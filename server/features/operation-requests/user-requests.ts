// An import of requests for people who are there already.
import type { ImportRun } from '#server/bulk-import/definition.ts'
import { earlierRows } from '#server/bulk-import/earlier-rows.ts'
import type { TableRow } from '#server/bulk-import/table.ts'
import { knownTo } from '#server/features/members/members.public.ts'
import { usersNamed } from '#server/features/permissions/permissions.public.ts'
import { callerOf, hasRole } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { writeRequests } from './imported-requests.ts'
import { refuseUnlessAsking } from './policy.ts'
import { requestableRoles, standingOf, waitingAmong } from './request-import.store.ts'
import { type CheckedRequest, checkRow, type RequestLookup } from './request-rows.ts'

type Target = { readonly tenantId: string }

export const userRequests = ({ tenantId }: Target): ImportRun => {
  const seen = earlierRows<number>()
  const check = async (ctx: ReadCtx, rows: readonly TableRow[]): Promise<CheckedRequest[]> => {
    seen.begin(rows)
    const known = await learn(ctx, { tenantId, rows })
    return rows.map((row) => checkRow(row, { known, seen }))
  }
  return {
    check,
    prepare: async (_, rows) => async (tx, inside) => {
      await refuseUnlessAsking(inside, tenantId)
      const checked = (await check(inside, rows)).map(({ ready, ...row }) => ({
        ...row,
        ...(ready && { request: { id: inside.newId(), ...ready } }),
      }))
      return writeRequests(tx, inside, {
        tenantId,
        rows: checked,
        requestOf: ({ request }) => request,
        lost: { code: 'request-waiting' },
        more: [],
      })
    },
  }
}

const mostLetters = 256

const learn = async (
  ctx: ReadCtx,
  { tenantId, rows }: Target & { rows: readonly TableRow[] },
): Promise<RequestLookup> => {
  const cells = rows.flatMap(({ values }) => [values['userName'], values['email']])
  const names = new Set(cells.flatMap((cell) => (cell ? cell.slice(0, mostLetters).toLowerCase() : [])))
  const identities = await theirs(ctx, tenantId, await usersNamed(ctx.db, [...names]))
  const identityIds = [...new Set([...identities.values()].map(({ id }) => id))]
  return {
    identities,
    roles: await requestableRoles(ctx.db),
    waiting: await waitingAmong(ctx.db, { tenantId, identityIds }),
    standing: await standingOf(ctx.db, { tenantId, identityIds }),
  }
}

/** Anyone who is not their business does not exist for them (T81); an Administrator's are all. */
const theirs = async (
  ctx: ReadCtx,
  tenantId: string,
  named: RequestLookup['identities'],
): Promise<RequestLookup['identities']> => {
  if (hasRole(ctx, 'Administrator')) return named
  const identityIds = [...new Set([...named.values()].map(({ id }) => id))]
  const known = await knownTo(ctx.db, { userId: callerOf(ctx).id, tenantId, identityIds })
  return new Map([...named].filter(([, { id }]) => known.has(id)))
}
