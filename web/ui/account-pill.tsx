// What an account is like: icon, word and tint, the same in every list (docs/ux.md, rule 14). The words are the
// screen's.
import { BriefcaseBusiness, CircleCheck, CircleDashed, Lock, LockKeyhole, ShieldAlert } from 'lucide-react'
import './account-pill.css'

const looks = {
  active: ['ok', CircleCheck],
  draft: ['', CircleDashed],
  lockedTemporarily: ['lock', LockKeyhole],
  lockedPermanently: ['lock', Lock],
  restricted: ['warn', ShieldAlert],
  external: ['warn', BriefcaseBusiness],
} as const

type AccountLook = keyof typeof looks

export const AccountPill = ({
  look,
  title,
  children,
}: {
  look: AccountLook
  title?: string | undefined
  children: string
}) => {
  const [tint, Icon] = looks[look]
  return (
    <span className={`st ${tint}`} data-tip={title}>
      <Icon size={14} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
