// why something is not done with somebody's account. The server says with each account which role the
// reader lacks, by the rules that it refuses with; the page says it before.
import { useTranslation } from 'react-i18next'
import type { UserItem } from '#contract/users.ts'

type MissingRoleOf = Pick<UserItem, 'missingRole'>

export const useWithheldMail = () => {
  const { t } = useTranslation('users')
  const touch = ({ missingRole }: MissingRoleOf) =>
    missingRole === 'Administrator' ? t('administratorChanges') : undefined
  return {
    /** Changed, locked, unlocked, invited, approved. */
    touch,
    /** Another e-mail or password, and the end of the account. */
    takeOver: (user: MissingRoleOf) => touch(user) ?? (user.missingRole === 'God' ? t('godTakesOver') : undefined),
  }
}
