// Policies: documents in YAML under an id of their author's (R5.5-08, R7.5-21; A-75).
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { asRead, Nothing, required } from './kernel/fields.ts'
import { issue } from './kernel/issue.ts'
import { ListQuery, pageOf } from './kernel/page.ts'
import { DocumentChange, DocumentFields, DocumentVersion, NewDocument } from './security-config.ts'

export const Policy = z.object({ id: z.string(), ...DocumentFields.shape })
export type Policy = z.infer<typeof Policy>

/** R5.5-08: fewer than 200 characters; it stands in addresses. */
const policyId = required(199).regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, issue('policy-id-characters'))
export const ByPolicyId = z.object({ id: z.string().max(199) })

const policyKeepers = anyOf('Administrator', 'God')
const policyPath = '/admin/policy/:id'

const idOf = (unique: string) => `policy-${unique.replace(/[^\p{L}\p{N}]+/gu, '-')}`

export const policyDocuments = endpoints({
  listPolicies: {
    method: 'GET',
    path: '/admin/policy',
    access: policyKeepers,
    summary: 'The policies, by id.',
    query: ListQuery,
    output: pageOf(Policy),
  },
  getPolicy: {
    method: 'GET',
    path: policyPath,
    access: policyKeepers,
    summary: 'One.',
    params: ByPolicyId,
    output: Policy,
  },
  policyVersions: {
    method: 'GET',
    path: '/admin/policy/:id/versions',
    access: policyKeepers,
    summary: 'Each of its versions, the newest first.',
    params: ByPolicyId,
    output: z.array(DocumentVersion),
  },
  createPolicy: {
    method: 'POST',
    path: '/admin/policy',
    access: policyKeepers,
    stepUp: true,
    summary: 'A new one, under an id that its author chooses.',
    input: NewDocument.extend({ id: policyId }),
    example: (unique) => ({ id: idOf(unique), title: unique, description: null, body: `name: ${unique}` }),
    output: Policy,
  },
  savePolicy: {
    method: 'PUT',
    path: policyPath,
    access: policyKeepers,
    stepUp: true,
    summary: 'As it shall be; the id stays.',
    params: ByPolicyId,
    input: NewDocument.extend({ modifiedOn: asRead }),
    example: (unique) => ({ title: unique, description: null, body: `name: ${unique}` }),
    output: Policy,
  },
  changePolicy: {
    method: 'PATCH',
    path: policyPath,
    access: policyKeepers,
    stepUp: true,
    summary: 'Only what differs (JSON merge patch).',
    params: ByPolicyId,
    input: DocumentChange,
    example: (unique) => ({ body: `name: ${unique}` }),
    output: Policy,
  },
  removePolicy: {
    method: 'DELETE',
    path: policyPath,
    access: policyKeepers,
    stepUp: true,
    summary: 'Deletes it; the audit log keeps what it said.',
    params: ByPolicyId,
    output: Nothing,
  },
})
