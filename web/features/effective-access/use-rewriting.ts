// A row written again with one thing changed: its own roles, each with its end, stay as they stand.
import type { z } from 'zod'
import type { SavedMember } from '#contract/member-forms.ts'
import { type IdentityAtTenant, members } from '#contract/members.ts'
import { call } from '#web/lib/client.ts'
import { useParts } from '#web/lib/parts.tsx'
import { useMay } from '#web/lib/use-access.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import type { StepChange } from './step-preview.tsx'

type Row = {
  readonly identityId: string
  readonly isGroup: boolean
  readonly tenantId: string | null
  readonly memberId: string | null
}
type Input = z.input<typeof SavedMember>

const inputOf = ({ roles, isInheritable }: IdentityAtTenant): Input & { roles: string[] } => {
  const own = roles.filter(({ viaGroup, hierarchyType }) => !viaGroup && hierarchyType !== 'ByHierarchy')
  const ends = own.flatMap(({ roleId, endsOn }) => (endsOn ? [{ roleId, endsOn }] : []))
  return { isInheritable, roles: own.map(({ roleId }) => roleId), ends }
}

/** Without this role. */
export const withoutRole =
  (roleId: string) =>
  ({ roles, ends = [], ...rest }: ReturnType<typeof inputOf>): Input => ({
    ...rest,
    roles: roles.filter((id) => id !== roleId),
    ends: ends.filter((end) => end.roleId !== roleId),
  })

export const passingDown = (input: Input): Input => ({ ...input, isInheritable: true })

type RewriteOptions = { readonly when: boolean; readonly changed: (standing: ReturnType<typeof inputOf>) => Input }

export const useRewriting = (row: Row, { when, changed }: RewriteOptions): StepChange => {
  const { undoNewest } = useParts()
  const mayWrite = useMay(members.save)
  const { identityId, isGroup } = row
  const [tenantId, id] = [row.tenantId ?? '', row.memberId ?? '']
  const { data, error, refetch } = useRead(
    members.identity,
    { params: { tenantId }, query: { identityId, isGroup: isGroup ? 'true' : 'false' } },
    { when },
  )
  const input = data && changed(inputOf(data))
  return {
    change: input && { kind: 'saveMember', tenantId, memberId: id, member: input },
    error,
    refetch,
    run: input && mayWrite ? (seen) => call(members.save, { params: { tenantId, id }, input, seen }) : undefined,
    undo: undoNewest && (() => undoNewest({ identityId, tenantId })),
  }
}
