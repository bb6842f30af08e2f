// What the pages of users take from here, loaded with its texts when it is opened.
import { addTexts } from '#web/lib/i18n.ts'
import { lazily } from '#web/ui/lazily.tsx'
import type { Identity, Tenant } from './rules.ts'

const texts = () => Promise.all([addTexts('members'), addTexts('table')])

export const TenantRolesOf = lazily(
  async () => (await Promise.all([import('./tenant-roles.tsx'), texts()]))[0].TenantRoles,
)

export const AddTenantRolesTo = lazily(
  async () => (await Promise.all([import('./tenant-roles.tsx'), texts()]))[0].AddTenantRoles,
)

const Editor = lazily(async () => (await Promise.all([import('./role-editor.tsx'), texts()]))[0].RoleEditor)

export const RolesAt = (props: { identity: Identity; onClose: () => void; tenant: Tenant }) => (
  <Editor base="admin" {...props} />
)
