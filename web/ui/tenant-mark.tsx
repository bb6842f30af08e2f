// Before the name of a tenant: a house, and a globe for the one above all of them.
import { Building2, Globe } from 'lucide-react'
import './tenant-mark.css'

export const TenantMark = ({ global }: { global: boolean }) => {
  const Icon = global ? Globe : Building2
  return (
    <span className="tenant-mark" aria-hidden="true">
      <Icon size={16} />
    </span>
  )
}
