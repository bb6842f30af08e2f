// Policies: one endpoint each of `contract/security-config.ts`.
import { page } from '#contract/kernel/page.ts'
import type { policyDocuments } from '#contract/policy-documents.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { changeDocument, createDocument, found, removeDocument } from './documents.ts'
import * as store from './security-config.store.ts'

type Api = typeof policyDocuments

const kind = 'policy'

export const listPolicies: UseCase<Api['listPolicies']> = async (ctx, { query }) => {
  const { items, count } = await store.listDocuments(ctx.db, kind, query)
  return page(items, count, query)
}

export const getPolicy: UseCase<Api['getPolicy']> = async (ctx, { params: { id } }) =>
  found(kind, await store.documentById(ctx.db, { kind, id }))

export const policyVersions: UseCase<Api['policyVersions']> = async (ctx, { params: { id } }) => {
  found(kind, await store.documentById(ctx.db, { kind, id }))
  return store.versionsOf(ctx.db, { kind, id })
}

export const createPolicy: UseCase<Api['createPolicy']> = (ctx, { input }) =>
  ctx.commit((tx) => createDocument(ctx, tx, { ...input, kind }))

export const savePolicy: UseCase<Api['savePolicy']> = (ctx, { params: { id }, input }) =>
  ctx.commit((tx) => changeDocument(ctx, tx, { kind, id, change: input }))

export const changePolicy: UseCase<Api['changePolicy']> = (ctx, { params: { id }, input }) =>
  ctx.commit((tx) => changeDocument(ctx, tx, { kind, id, change: input }))

export const removePolicy: UseCase<Api['removePolicy']> = (ctx, { params: { id } }) =>
  ctx.commit((tx) => removeDocument(tx, { kind, id }))
