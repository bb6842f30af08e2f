// A new token as it is typed (R5.5-01 … R5.5-03).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application } from '#contract/applications.ts'
import { dateOfDay, dayOfDate, today } from '#web/lib/day.ts'
import { useForm } from '#web/lib/use-form.ts'

export const longestName = 200

/** R5.5-03 */
const yearsAhead = 5

const inYears = (years: number) => {
  const now = new Date()
  return dayOfDate(new Date(now.getFullYear() + years, now.getMonth(), now.getDate()))
}

/** Today's is over already. */
export const firstDay = () => {
  const now = new Date()
  return dayOfDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1))
}

type Typed = { name: string; applicationName: Application | undefined; expiresAt: string }

const empty = (): Typed => ({ name: '', applicationName: undefined, expiresAt: inYears(yearsAhead) })

export const useTokenForm = () => {
  const { t } = useTranslation('access-tokens')
  return useForm<Typed>(useState(empty)[0], ({ name, applicationName, expiresAt }) => ({
    name: name.trim() ? undefined : t('nameRequired'),
    applicationName: applicationName ? undefined : t('applicationRequired'),
    expiresAt: expiresAt > today() ? undefined : t('expiryPast'),
  }))
}
export type TokenForm = ReturnType<typeof useTokenForm>

/** It works until that day begins where its owner is. */
export const inputOf = ({ name, applicationName, expiresAt }: Typed) => ({
  name: name.trim(),
  applicationName: applicationName?.name ?? '',
  expiresAt: dateOfDay(expiresAt).toISOString(),
})
