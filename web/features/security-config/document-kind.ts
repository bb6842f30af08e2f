// A document is a security configuration or a policy: what differs is its endpoints, its address and its id.
import { policyDocuments } from '#contract/policy-documents.ts'
import { type DocumentVersion, securityConfig } from '#contract/security-config.ts'
import { under } from '#web/lib/base.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'

export type Kind = 'configuration' | 'policy'

type DocumentText = { readonly title: string; readonly description: string | null; readonly body: string }
export type StoredDocument = DocumentText & {
  readonly id: string
  readonly modifiedByDisplayName: string
  readonly modifiedOn: string
}

export const home = under('admin/securityConfig')
export const homeOf = (kind: Kind) => (kind === 'policy' ? `${home}/policies` : home)
/** Below the base, as the crumbs of the page know it. */
export const crumbOf = (kind: Kind, id?: string) =>
  ['/admin/securityConfig', kind === 'policy' && 'policies', id].filter(Boolean).join('/')

export const pageOf = (kind: Kind, id: string) =>
  kind === 'policy' ? `${home}/policies/${encodeURIComponent(id)}` : `${home}/${id}`

type Read = {
  readonly data: StoredDocument | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

export const useDocument = (kind: Kind, id: string): Read => {
  const configuration = useRead(securityConfig.get, { params: { id } }, { when: kind === 'configuration' })
  const policy = useRead(policyDocuments.getPolicy, { params: { id } }, { when: kind === 'policy' })
  return kind === 'policy' ? policy : configuration
}

export const useVersions = (kind: Kind, id: string): readonly DocumentVersion[] | undefined => {
  const configuration = useRead(securityConfig.versions, { params: { id } }, { when: kind === 'configuration' })
  const policy = useRead(policyDocuments.policyVersions, { params: { id } }, { when: kind === 'policy' })
  return (kind === 'policy' ? policy : configuration).data
}

type SavedDocument = DocumentText & { readonly modifiedOn: string }

export const useWrites = (kind: Kind) => {
  const [create, createPolicy] = [useWrite(securityConfig.create), useWrite(policyDocuments.createPolicy)]
  const [save, savePolicy] = [useWrite(securityConfig.save), useWrite(policyDocuments.savePolicy)]
  const ofPolicy = kind === 'policy'
  return {
    busy: [create, createPolicy, save, savePolicy].some(({ isPending }) => isPending),
    create: (id: string, input: DocumentText): Promise<StoredDocument> =>
      ofPolicy ? createPolicy.mutateAsync({ input: { ...input, id } }) : create.mutateAsync({ input }),
    save: (id: string, input: SavedDocument): Promise<StoredDocument> =>
      (ofPolicy ? savePolicy : save).mutateAsync({ params: { id }, input }),
  }
}
