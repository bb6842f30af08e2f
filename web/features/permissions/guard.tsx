// R2.5-42: whoever is neither Administrator nor Manager is sent to the hub.
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tenantIdentities } from '#contract/tenant-identities.ts'
import { useMay } from '#web/lib/use-access.ts'

export const OnlyForPermissions = ({ children }: { children: ReactNode }) => {
  const may = useMay(tenantIdentities.users)
  return may ? children : <Navigate to="/" replace />
}
