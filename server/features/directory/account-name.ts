// What an account is called that a directory makes. Directories have names that nobody could be given here
// (`o'brien@…`, guests of Entra as `x_y.com#EXT#@…`), or that somebody of another tenant has: those stay beside the
// account, and the directory sees no other.
import { DraftUser, userNamePattern } from '#contract/user-forms.ts'
import { skeletonHash, takenLooks, takenNames } from '#server/features/accounts/accounts.public.ts'
import type { Db } from '#server/kernel/context.ts'
import type { WantedPerson } from './person-entry.store.ts'

type AccountNameSource = Pick<WantedPerson, 'userName' | 'email'> & { readonly id: string }

/** People sign in with their address as well, so it is the next best. `own` is nobody else's: the id is in it. */
const candidates = ({ id, userName, email }: AccountNameSource) => {
  const cleaned = [...userName].map((sign) => (userNamePattern.test(sign) ? sign : '_'))
  const own = `${cleaned.slice(0, 100).join('')}-${id}`
  const all = [userName, email, cleaned.join('')].filter((name) => DraftUser.shape.userName.safeParse(name).success)
  return { all, own }
}

const isFree = async (db: Db, name: string) =>
  (await takenNames(db, { userNames: [name], emails: [] })).userNames.size === 0 &&
  (await takenLooks(db, [skeletonHash(name)])).size === 0

/** The first that nobody has, that is nobody's address and that looks like nobody's. */
export const accountNameOf = async (db: Db, named: AccountNameSource): Promise<string> => {
  const { all, own } = candidates(named)
  for (const name of all) if (await isFree(db, name)) return name
  return own
}
