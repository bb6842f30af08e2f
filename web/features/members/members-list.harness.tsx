// A tenant's page with its members, before a played server.
import { expect } from 'vitest'
import type { RoleName } from '#contract/kernel/role-name.ts'
import { MembersTab } from './members-tab.tsx'
import { barcelona, ines, jonas, list, marta, show, team, type Answers } from './members.harness.tsx'

export const path = `/admin/tenants/${barcelona.id}/members`

const everybody = [marta, team, ines, jonas]

/** The server counts what is asked for. */
export const answers: Answers = {
  [`GET ${path}`]: ({ query }) => {
    const type = query.get('hierarchyType')
    const items = type ? everybody.filter(({ hierarchyType }) => hierarchyType === type) : everybody
    return query.get('take') === '0' ? { body: { items: [], count: items.length } } : list(...items)
  },
}

export const tab = async ({
  roles = ['Administrator'] as RoleName[],
  more = {} as Answers,
  at: where = '/here',
  onExplain = undefined as (() => void) | undefined,
} = {}) => {
  const harness = await show(
    <MembersTab tenantId={barcelona.id} tenantTitle={barcelona.title} {...(onExplain && { onExplain })} />,
    { roles, answers: { ...answers, ...more }, at: where },
  )
  await expect.element(harness.row(/Marta Weber/)).toBeVisible()
  return harness
}
