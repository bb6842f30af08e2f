// Marta has a role twice: by a row of her own, and through a group.
import type { Chain, Why } from '#contract/why.ts'
import { barcelona, id, manager, marta } from '#web/app/admin/feature-parts.harness.tsx'

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
  viaGroup: { id: id('9a1'), name: 'Grants Iberia', automated: false, joined: luca },
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
    id: marta.id,
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
  gifts: [],
  removal: [
    {
      kind: 'leave-group',
      group: { id: id('9a1'), name: 'Grants Iberia' },
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
