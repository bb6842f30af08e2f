// Why a row of the list cannot be changed.
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/members.ts'
import { useAsOf } from '#web/lib/as-of.ts'
import { dayInWords } from '#web/lib/day.ts'
import { isEveryone } from './rules.ts'

export const useWhyFixed = (tenantId: string, isGod: boolean) => {
  const { t } = useTranslation('members')
  const day = usePastDay()
  return (member: Member) => {
    if (day) return t('stoodThen', { day })
    if (member.hierarchyType === 'ByHierarchy')
      return t('lockedHere', { tenant: member.inheritedFrom?.tenantName ?? '' })
    return isEveryone(member, tenantId) && !isGod ? t('everyoneIsGods') : undefined
  }
}

/** The day that the list shows, where it is a past one. DD-MM-YYYY (R9-20). */
export const usePastDay = () => {
  const asOf = useAsOf()
  return asOf ? dayInWords(asOf) : undefined
}
