// The form of a request: what is in it, what is wrong with it, and how it is sent (R5.6-01 … R5.6-09).
import i18next from 'i18next'
import { rights } from '#contract/rights.ts'
import type { RightName, RightsRequestType } from '#contract/rights-form.ts'
import type { IssueCode } from '#contract/kernel/issue-texts.ts'
import type { Profile } from '#contract/profile.ts'
import { codeText } from '#web/lib/code-texts.ts'
import type { FieldErrors } from '#web/lib/use-form.ts'

export type RightsInput = {
  fullName: string
  email: string
  requestDate: string
  requestType: RightsRequestType
  representativeData: string
  rightsToExcercise: readonly RightName[]
  requestDetails: string
  files: readonly File[]
}

/** The server counts days in UTC, and takes none of the future. */
export const latestDay = (now = new Date()) => now.toISOString().slice(0, 10)

export const emptyForm = ({ displayName, email }: Pick<Profile, 'displayName' | 'email'>): RightsInput => ({
  fullName: displayName,
  email,
  requestDate: latestDay(),
  requestType: 'Direct',
  representativeData: '',
  rightsToExcercise: [],
  requestDetails: '',
  files: [],
})

const { accept, mostBytes } = rights.exercise.upload

export const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0)

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())

/** Whether anything is wrong is asked before the texts may be there. */
const say = (code: IssueCode, data?: Record<string, string>) => codeText(code, data) ?? code

const emailError = (email: string) => {
  if (!email.trim()) return say('rights-email-missing')
  return isAddress(email) ? undefined : say('rights-email-not-valid')
}

const dateError = (day: string) => {
  if (!day) return say('rights-date-missing')
  return day > latestDay() ? say('rights-date-in-the-future') : undefined
}

const filesError = (files: readonly File[]) => {
  if (files.length === 0) return say('rights-documents-missing')
  const foreign = files.find(({ name }) => !accept.some((ending) => name.toLowerCase().endsWith(ending)))
  if (foreign) return say('file-extension-not-allowed', { file: foreign.name, options: accept.join(', ') })
  return sizeOf(files) > mostBytes ? i18next.t('rights:sizeExceeded') : undefined
}

export const errorsOf = (typed: RightsInput): FieldErrors => ({
  fullName: typed.fullName.trim() ? undefined : say('rights-name-missing'),
  email: emailError(typed.email),
  requestDate: dateError(typed.requestDate),
  rightsToExcercise: typed.rightsToExcercise.length > 0 ? undefined : say('rights-none-checked'),
  files: filesError(typed.files),
})

/** R7.12-05, with the date as DD/MM/yyyy. */
export const formDataOf = ({ requestDate, rightsToExcercise, files, ...texts }: RightsInput) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) form.set(name, value)
  form.set('requestDate', requestDate.split('-').toReversed().join('/'))
  form.set('rightsToExcercise', JSON.stringify(rightsToExcercise))
  for (const file of files) form.append('files[]', file)
  return form
}
