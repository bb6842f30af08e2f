// why something is not done with somebody's account. The server says with each account which role the
// reader lacks, by the rules that it refuses with; the page says it before.
import { useTranslation } from 'react-i18next'
import type { UserItem } from '#contract/users.ts'

type MissingRoleOf = Pick<UserItem, 'missingRole'>

/** Changed, locked, unlocked, invited and approved by Administrators only. */
export const isForAdministrators = ({ missingRole }: MissingRoleOf) => missingRole === 'Administrator'

export const useWithheldMail = () => {
  const { t } = useTranslation('users')
  const touch = (user: MissingRoleOf) => (isForAdministrators(user) ? t('administratorChanges') : undefined)
  return {
    touch,
    /** Another e-mail or password, and the end of the account. */
    takeOver: (user: MissingRoleOf) => touch(user) ?? (user.missingRole === 'God' ? t('godTakesOver') : undefined),
  }
}
