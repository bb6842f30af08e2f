// What happened to the tenants of the demonstration: renamed, moved, and made to ask for a second factor.
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { tenantEvents } from '#server/features/tenants/tenants.public.ts'
import { areaName } from '../areas.ts'
import { chanceOf, daysBefore } from '../chance.ts'
import { namedClients } from '../organisation.ts'
import type { DemoTenant } from '../forest.ts'
import type { AuthorOf, World } from './authors.ts'

export const aboutTenants = (world: World, by: AuthorOf): AuditEntry[] => {
  const chance = chanceOf('facts of tenants')
  return [...renamed(world, by), ...moved(world, { by, chance }), ...secured(world, { by, chance })]
}

const fieldsOf = ({ id, title, areaId, numbers, parent, groupAlias, auto, customized }: DemoTenant) => ({
  id,
  title,
  areaId,
  areaName: areaName(areaId),
  taxNumber: numbers?.taxNumber ?? null,
  viesNumber: numbers?.viesNumber ?? null,
  parentId: parent?.id ?? null,
  groupAlias: groupAlias ?? null,
  auto,
  isUserCustomized: customized,
})

const renamed = ({ tenants }: World, by: AuthorOf) =>
  tenants
    .filter(({ customized }) => customized)
    .map((tenant): AuditEntry => {
      const after = fieldsOf(tenant)
      const title = tenant.title.replace(/^(.{5,}?)[ –].*$/, '$1')
      const about = { subject: tenant.id, tenantId: tenant.id }
      return {
        at: tenant.modifiedOn,
        ...by('camille.girard', 'PUT /api/v1/admin/tenants/:id'),
        event: tenantEvents.changed({ ...about, before: { ...after, title, isUserCustomized: false }, after }),
      }
    })

type ByChance = { readonly by: AuthorOf; readonly chance: ReturnType<typeof chanceOf> }

const moved = ({ tenants, now }: World, { by, chance }: ByChance) => {
  const clients = new Set(Object.values(namedClients).flatMap((list) => list.map(({ title }) => title)))
  const companies = tenants.filter(({ level, kind, title }) => level > 3 && kind === 'company' && !clients.has(title))
  return chance.some(companies, 14).map((tenant): AuditEntry => {
    const { id, title, parent, country } = tenant
    const from = chance.pick(
      tenants.filter((other) => other.kind === 'office' && other.country === country && other.id !== parent?.id),
    )
    return {
      at: daysBefore(now, chance.next() * 30),
      ...by(chance.pick(['camille.girard', 'nuria.puig']), 'PUT /api/v1/admin/tenants/:id/change-parent'),
      event: tenantEvents.moved({
        subject: id,
        tenantId: id,
        before: { title, parentId: from.id },
        after: { title, parentId: parent?.id ?? null },
      }),
    }
  })
}

const secured = ({ tenants, now }: World, { by, chance }: ByChance) =>
  tenants
    .filter(({ requiresTwoFactor }) => requiresTwoFactor)
    .map(
      ({ id, title }): AuditEntry => ({
        at: daysBefore(now, chance.between(2, 28) + chance.next()),
        ...by('marta.oliveira', 'POST /api/v1/admin/tenants/twoModeAuth/:id'),
        event: tenantEvents.secondFactorSet({
          subject: id,
          tenantId: id,
          before: { title, requiredTwoModeAuthentification: false },
          after: { title, requiredTwoModeAuthentification: true },
        }),
      }),
    )
