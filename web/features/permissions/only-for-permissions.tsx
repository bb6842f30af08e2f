// R2.5-42: anyone who is neither Administrator nor Manager is sent to the hub.
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { permissions } from '#contract/permissions.ts'
import { useMay } from '#web/lib/use-access.ts'

export const OnlyForPermissions = ({ children }: { children: ReactNode }) => {
  const may = useMay(permissions.users)
  return may ? children : <Navigate to="/" replace />
}
