// The stage of the specs of access: one part of the feature before a server that is played; Marta has a role twice.
import { lazy, type ReactNode, Suspense } from 'react'
import type { Chain, Why } from '#contract/why.ts'
import type { Difference, Preview } from '#contract/access-preview.ts'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { type Answers, id, show } from '#web/features/members/members.harness.tsx'
import { addTexts } from '#web/lib/i18n.ts'
import { AccessProvider } from './access-provider.tsx'

export { close, id } from '#web/features/members/members.harness.tsx'

export const barcelona = { id: id('b1'), title: 'Innovation Barcelona' }
export const marta = { id: id('c1'), displayName: 'Marta Weber' }
export const manager = { id: id('d1'), name: 'Manager', applicationName: 'grants' }

const luca = { by: { id: id('e1'), name: 'Luca Navarro' }, on: '2026-03-12T10:00:00Z', requestId: null }
const sofia = { by: { id: id('e2'), name: 'Sofía Romero' }, on: '2025-11-09T10:00:00Z', requestId: id('f1') }
export const unknown = { by: null, on: null, requestId: null }

export const ownHere: Chain = {
  viaGroup: null,
  row: {
    memberId: id('a1'),
    tenantId: barcelona.id,
    tenantName: barcelona.title,
    levelsUp: 0,
    isInheritable: false,
    created: luca,
    inheritable: unknown,
  },
  role: { given: luca, endsOn: null },
}
export const throughIberia: Chain = {
  viaGroup: { id: id('g1'), name: 'Grants Iberia', automated: false, joined: luca },
  row: {
    memberId: id('a2'),
    tenantId: id('b2'),
    tenantName: 'Meridian Iberia',
    levelsUp: 2,
    isInheritable: true,
    created: sofia,
    inheritable: unknown,
  },
  role: { given: sofia, endsOn: null },
}

export const why = (change: Partial<Why> = {}): Why => ({
  user: {
    ...marta,
    name: 'Marta Weber',
    userName: 'marta.weber',
    email: 'marta@group.example',
    created: luca,
    draft: false,
    locked: false,
  },
  tenant: { id: barcelona.id, name: barcelona.title },
  role: {
    id: manager.id,
    name: 'Manager',
    description: null,
    applicationId: 10,
    applicationName: 'grants',
    applicationTitle: 'Grants',
    enabled: true,
    scopes: ['grants.applications.write', 'grants.read', 'grants.sign'],
  },
  allowed: true,
  chains: [ownHere, throughIberia],
  checked: { groups: 4, tenants: 5 },
  missing: [],
  removal: [
    {
      kind: 'leave-group',
      group: { id: id('g1'), name: 'Grants Iberia' },
      memberId: null,
      tenantId: null,
      tenantName: null,
      otherTenants: 41,
      otherPeople: 0,
      otherRoles: 0,
    },
    {
      kind: 'take-role',
      group: null,
      memberId: id('a1'),
      tenantId: barcelona.id,
      tenantName: barcelona.title,
      otherTenants: 0,
      otherPeople: 0,
      otherRoles: 0,
    },
  ],
  alternatives: [{ memberId: id('a2'), tenantId: id('b2'), tenantName: 'Meridian Iberia', people: 38 }],
  ...change,
})

export const loss = (end: string, displayName: string, change: Partial<Difference> = {}): Difference => ({
  userId: id(end),
  displayName,
  userName: displayName,
  email: `${displayName.split(' ')[0]?.toLowerCase()}@group.example`,
  change: 'Loses',
  roleId: manager.id,
  roleName: 'Manager',
  applicationId: 10,
  applicationName: 'grants',
  applicationTitle: 'Grants',
  tenants: 1,
  because: { tenantId: id('b2'), tenantName: 'Meridian Spain', viaGroup: null },
  noRoleLeft: false,
  ...change,
})

export const preview = (items: readonly Difference[], change: Partial<Preview> = {}): Preview => ({
  summary: {
    losing: { people: 41, roles: 164 },
    gaining: { people: 37, roles: 148 },
    unchanged: 1218,
    noRoleLeft: 3,
    newlySecondFactor: 9,
    tenants: 25,
  },
  stamp: 'first',
  items: [...items],
  count: 312,
  ...change,
})

/** Shown with its texts, in the application that hands the parts over. */
export const harness = (
  content: ReactNode,
  { answers = {}, roles = ['Administrator'] }: { answers?: Answers; roles?: readonly RoleName[] } = {},
) => {
  const Ready = lazy(async () => {
    await addTexts('effective-access')
    return { default: () => content }
  })
  return show(
    <AccessProvider>
      <Suspense>
        <Ready />
      </Suspense>
    </AccessProvider>,
    { answers, roles },
  )
}
