// What the parts of the role editor share: of whom, where, what may be done, and how.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoleEntry } from '#contract/role-entry.ts'
import type { PreviewedChange } from '#contract/access-preview.ts'
import { useMayCall, usePolicy } from '#web/lib/use-access.ts'
import { textOf } from './refusal.ts'
import { type Identity, isElsewhere, isEveryone, isGods, standsHere, type Access, type Tenant } from './rules.ts'
import { type Base, endpointsOf } from './use-member-endpoints.ts'
import { useRoles } from './use-roles.ts'

/** What was done, or went wrong; said in the editor itself, which stands over the messages of the page. */
type EditMessage = { readonly kind: 'done' | 'failed'; readonly text: string; readonly undo?: () => void }

/** As long as a message is. */
const saidFor = 5000

const useEditMessage = () => {
  const [said, say] = useState<EditMessage>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => say(undefined), saidFor)
    return () => clearTimeout(timer)
  }, [said])
  return { said, say, failed: (error: unknown) => say({ kind: 'failed', text: textOf(error) }) }
}

export const useEditing = ({ base, identity, tenant }: { base: Base; identity: Identity; tenant: Tenant }) => {
  const { t } = useTranslation('members')
  const changesGod = usePolicy('changesGod')
  const mayCall = useMayCall()
  const roles = useRoles({ base, identity, tenant })
  const saying = useEditMessage()
  const everyone = roles.read.data && isEveryone(roles.read.data, tenant.id) && !changesGod
  /** Why nothing at all is changed here. */
  const fixed = everyone ? t('everyoneIsGods') : mayCall(endpointsOf(base).save) ? undefined : t('readersOnly')
  return {
    base,
    identity,
    tenant,
    roles,
    ...saying,
    fixed,
    /** R4.8-03, R4.8-04. */
    revokesInherited: usePolicy('revokesInherited'),
    /** R6-11. */
    seesPortal: usePolicy('seesPortalRoles'),
    whyKept: (role: RoleEntry) => fixed ?? (isGods(role) && !changesGod ? t('godTakes') : undefined),
    /** Why no role of this application is given here. */
    whyNotGiven: ({ application, choices }: Access) => {
      if (fixed) return fixed
      if (isElsewhere(application, tenant)) return t('globalOnly')
      return choices.some(({ byHierarchy }) => !byHierarchy) ? undefined : t('nothingToGive')
    },
  }
}
export type Editing = ReturnType<typeof useEditing>

type Row = Extract<PreviewedChange, { kind: 'saveMember' }>['member']

/** The row here as it would be, for anyone who wants to see first what that does. */
export const rowChange = ({ tenant, roles: { read } }: Editing, member: Row): PreviewedChange | undefined =>
  read.data?.id && standsHere(read.data)
    ? { kind: 'saveMember', tenantId: tenant.id, memberId: read.data.id, member }
    : undefined

/** Nothing is given by it and nothing is taken but what went further down. */
export const stopped = ({ tenant, identity: { type, id } }: Editing): PreviewedChange => ({
  kind: 'addMember',
  tenantId: tenant.id,
  member: { identityType: type, identityId: id, roles: [], isInheritable: false },
})
