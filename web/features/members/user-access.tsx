// What the pages of users take from here, loaded with its texts when it is opened.
import { lazy, Suspense } from 'react'
import { addTexts } from '#web/lib/i18n.ts'
import type { Identity, Tenant } from './rules.ts'

const texts = () => Promise.all([addTexts('members'), addTexts('table')])

const Places = lazy(async () => {
  const [{ TenantRoles }] = await Promise.all([import('./tenant-roles.tsx'), texts()])
  return { default: TenantRoles }
})

const Adding = lazy(async () => {
  const [{ AddTenantRoles }] = await Promise.all([import('./tenant-roles.tsx'), texts()])
  return { default: AddTenantRoles }
})

const Editor = lazy(async () => {
  const [{ RoleEditor }] = await Promise.all([import('./role-editor.tsx'), texts()])
  return { default: RoleEditor }
})

type Props = { identity: Identity; onClose: () => void }

export const TenantRolesOf = (props: Props) => (
  <Suspense fallback={null}>
    <Places {...props} />
  </Suspense>
)

export const AddTenantRolesTo = (props: Props) => (
  <Suspense fallback={null}>
    <Adding {...props} />
  </Suspense>
)

export const RolesAt = (props: Props & { tenant: Tenant }) => (
  <Suspense fallback={null}>
    <Editor base="admin" {...props} />
  </Suspense>
)
