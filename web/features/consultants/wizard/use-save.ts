// What the wizard sends: a new user with a request, a request for somebody who is there, or a request as it shall be.
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AccessibleTenant, consultants, type OpenArea } from '#contract/consultants.ts'
import { draftUsers } from '#contract/draft-users.ts'
import { type OperationRequest, operationRequests } from '#contract/operation-requests.ts'
import { resourceOf, useWrite } from '#web/lib/use-endpoint.ts'
import type { UserEdit } from '../parts.ts'
import { type PersonValues, sentOf } from './person-form.ts'
import type { Start } from './use-start.ts'

type WizardInput = {
  readonly values: PersonValues
  /** Of the person nothing is sent that nobody changed. */
  readonly personChanged: boolean
  readonly tenant: AccessibleTenant
  readonly roles: readonly string[]
  readonly isInheritable: boolean
  readonly approve: boolean
}

const useCreate = (edited: UserEdit, areas: readonly OpenArea[]) => {
  const createUser = useWrite(operationRequests.createUser)
  const create = useWrite(operationRequests.create)
  return ({ values, tenant, roles, isInheritable, approve }: WizardInput) => {
    const asked = { tenantId: tenant.id, roles: [...roles], isInheritable, autoApprove: approve }
    if (edited.kind === 'user')
      return create.mutateAsync({ input: { ...asked, identityType: 'User', identityId: edited.user.id } })
    const { userName, person } = sentOf(values, areas)
    return createUser.mutateAsync({ input: { ...asked, ...person, userName } })
  }
}

const useChange = ({ draft, areas }: Start, requestId: string) => {
  const saveUser = useWrite(draftUsers.save)
  const saveRequest = useWrite(operationRequests.savePermissions)
  const approveRequest = useWrite(operationRequests.approve)
  // Saved once and refused later, it is not saved again over what was read before.
  const kept = useRef(draft)
  const params = { id: requestId }
  return async ({ values, personChanged, roles, isInheritable, approve }: WizardInput): Promise<OperationRequest> => {
    const { current } = kept
    if (current && personChanged)
      kept.current = await saveUser.mutateAsync({
        params,
        input: {
          ...sentOf(values, areas).person,
          validateScopes: current.validateScopes,
          modifiedOn: current.modifiedOn,
        },
      })
    const saved = await saveRequest.mutateAsync({ params, input: { roles: [...roles], isInheritable } })
    if (!approve) return saved
    return (await approveRequest.mutateAsync({ params, input: { OperationRequestId: requestId } })).request
  }
}

export const useSave = (edited: UserEdit, start: Start) => {
  const answers = useQueryClient()
  const requestId = edited.kind === 'user' ? (edited.user.requestId ?? undefined) : undefined
  const create = useCreate(edited, start.areas)
  const change = useChange(start, requestId ?? '')
  return async (wanted: WizardInput) => {
    try {
      return await (requestId === undefined ? create : change)(wanted)
    } finally {
      void answers.invalidateQueries({ queryKey: [resourceOf(consultants.users)] })
    }
  }
}
