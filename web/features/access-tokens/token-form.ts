// A new token as it is typed (R5.5-01 … R5.5-03).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Application } from '#contract/applications.ts'
import { dateOfDay, dayOfDate, today } from '#web/lib/day.ts'
import { useForm } from '#web/lib/use-form.ts'
import type { PickedTenant } from '#web/ui/tenant-picker.tsx'

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

/** A program calls in its maker's name, or a tenant's directory writes its own people. */
type Purpose = 'application' | 'directory'

type FormInput = {
  name: string
  purpose: Purpose
  applicationName: Application | undefined
  tenantId: PickedTenant | undefined
  expiresAt: string
}

const empty = (): FormInput => ({
  name: '',
  purpose: 'application',
  applicationName: undefined,
  tenantId: undefined,
  expiresAt: inYears(yearsAhead),
})

export const useTokenForm = () => {
  const { t } = useTranslation('access-tokens')
  return useForm<FormInput>(useState(empty)[0], ({ name, purpose, applicationName, tenantId, expiresAt }) => ({
    name: name.trim() ? undefined : t('nameRequired'),
    applicationName: purpose === 'directory' || applicationName ? undefined : t('applicationRequired'),
    tenantId: purpose === 'application' || tenantId ? undefined : t('tenantRequired'),
    expiresAt: expiresAt > today() ? undefined : t('expiryPast'),
  }))
}
export type TokenForm = ReturnType<typeof useTokenForm>

/** It works until that day begins where its owner is. */
export const inputOf = ({ name, purpose, applicationName, tenantId, expiresAt }: FormInput) => ({
  name: name.trim(),
  ...(purpose === 'directory'
    ? { applicationName: 'identity', tenantId: tenantId?.id ?? null }
    : { applicationName: applicationName?.name ?? '' }),
  expiresAt: dateOfDay(expiresAt).toISOString(),
})
