// The new user of a request as it is typed (R5.2-01 … R5.2-05, R5.2-09, R5.2-10).
import { useTranslation } from 'react-i18next'
import type { OpenArea } from '#contract/consultants.ts'
import { isFreeMail, type RequestUser } from '#contract/operation-request-forms.ts'
import type { FieldErrors, Form } from '#web/lib/use-form.ts'

const address = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+\.[^\s@,;:<>"()[\]\\]+$/

const empty = {
  userName: '',
  email: '',
  firstName: '',
  lastName: '',
  areaId: '',
  language: '',
  phoneNumber: '',
  jobTitle: '',
  manager: '',
  teams: '',
}
export type PersonValues = typeof empty
export type PersonForm = Form<PersonValues>

export const valuesOf = (draft: RequestUser | undefined, areas: readonly OpenArea[]): PersonValues =>
  draft
    ? {
        userName: draft.userName,
        email: draft.email,
        firstName: draft.firstName,
        lastName: draft.lastName,
        areaId: draft.areaId,
        language: draft.language,
        phoneNumber: draft.phoneNumber ?? '',
        jobTitle: draft.jobTitle ?? '',
        manager: draft.manager ?? '',
        teams: draft.teams.join('; '),
      }
    : { ...empty, areaId: areas.find((area) => area.default)?.id ?? '' }

export const usePersonErrors = () => {
  const { t } = useTranslation('users')
  const ofEmail = (email: string) => {
    if (!email) return t('inputEmail')
    return address.test(email) && !isFreeMail(email) ? undefined : t('invalidEmail')
  }
  return ({ userName, email, firstName, lastName, areaId, language }: PersonValues): FieldErrors => ({
    userName: userName.trim() ? undefined : t('inputUserName'),
    firstName: firstName.trim() ? undefined : t('inputFirstName'),
    lastName: lastName.trim() ? undefined : t('inputLastName'),
    email: ofEmail(email.trim()),
    areaId: areaId ? undefined : t('areaRequired'),
    language: language ? undefined : t('selectLanguage'),
  })
}

/** R5.2-10: jobTitle, manager and teams are kept in the area Customers only. */
export const sentOf = ({ userName, teams, jobTitle, manager, ...rest }: PersonValues, areas: readonly OpenArea[]) => {
  const place = areas.find(({ id }) => id === rest.areaId)?.isCustomers
    ? {
        jobTitle: jobTitle.trim() || null,
        manager: manager.trim() || null,
        teams: teams
          .split(';')
          .map((team) => team.trim())
          .filter(Boolean),
      }
    : {}
  return { userName, person: { ...rest, phoneNumber: rest.phoneNumber.trim() || null, ...place } }
}
