// Who may sign in, and when a name is locked. Values in, values out.
import { type Account } from '#server/features/accounts/accounts.public.ts'
import type { ReadCtx, SecuritySettings } from '#server/kernel/context.ts'
import { isRedirectAddress } from '#contract/kernel/redirect-address.ts'

export type Failures = { failedCount: number; lockLevel: number; lockedUntil: Date | null }

/**
 * Without a configuration five failures lock for five minutes, twice; the third lock stays until an
 * administrator unlocks (R9-06…08, A-30).
 */
export type LockPolicy = SecuritySettings['lockout']

export type Lock = 'none' | 'temporary' | 'permanent'

export type LockNow = { readonly now: Date; readonly lockout: LockPolicy }

export const lockNow = ({ now, services }: Pick<ReadCtx, 'now' | 'services'>): LockNow => ({
  now,
  lockout: services.settings.lockout,
})

export const lockOf = (failures: Failures | undefined, { now, lockout }: LockNow): Lock => {
  if (!failures) return 'none'
  if (failures.lockLevel >= lockout.permanentAfter) return 'permanent'
  return failures.lockedUntil && failures.lockedUntil > now ? 'temporary' : 'none'
}

export type Verdict =
  | { readonly kind: 'locked'; readonly lock: Exclude<Lock, 'none'> }
  | {
      readonly kind:
        | 'wrong'
        | 'wrong-while-locked'
        | 'wrong-break-glass'
        | 'locked-by-administrator'
        | 'company-account'
        | 'draft'
        | 'expired'
        | 'second-factor'
        | 'welcome'
    }

type Attempt = {
  readonly account: Account | undefined
  readonly typedName: string
  readonly matches: boolean
  readonly failures: { readonly account: Failures | undefined; readonly typed: Failures | undefined }
  readonly needsSecondFactor: boolean
  readonly companyDomains: readonly string[]
  readonly lockout: LockPolicy
  /** 0: a password does not expire. */
  readonly maxAgeDays: number
  readonly now: Date
}

/**
 * What an attempt comes to, in the order of domain-model section 5. Before the right password nothing is said that an
 * unknown name would not get as well: an administrator's lock and a draft show only after it. Nor is a lock told
 * to anyone who types another name of the account than the one that was guessed at: both would belong together (T78).
 */
export const judge = (attempt: Attempt): Verdict => {
  const { account, typedName, matches, failures, companyDomains } = attempt
  const shown = lockOf(failures.typed, attempt)
  const isLocked = lockOf(failures.account, attempt) !== 'none'
  if (isCompanyAddress(typedName, companyDomains)) {
    // The break-glass account's address is denied like any other until the password is right (T5).
    if (!mayTryCompanyAddress(account, isLocked || shown !== 'none')) return { kind: 'company-account' }
    if (!matches) return { kind: 'wrong-break-glass' }
  }
  if (shown !== 'none') return { kind: 'locked', lock: shown }
  if (isLocked) return { kind: 'wrong-while-locked' }
  return { kind: account && matches ? behindPassword(account, attempt) : 'wrong' }
}

const mayTryCompanyAddress = (account: Account | undefined, isLocked: boolean) =>
  account?.breakGlass === true && !isLocked

const behindPassword = (account: Account, { companyDomains, needsSecondFactor, ...rules }: Attempt) => {
  if (account.locked) return 'locked-by-administrator'
  if (account.draft) return 'draft'
  if (isCompanyAddress(account.email, companyDomains) && !account.breakGlass) return 'company-account'
  if (isExpired(account, rules)) return 'expired'
  return needsSecondFactor ? 'second-factor' : 'welcome'
}

export const isCompanyAddress = (address: string, domains: readonly string[]) =>
  domains.includes(address.trim().toLowerCase().split('@').slice(1).at(-1) ?? '')

const isExpired = (
  account: Pick<Account, 'passwordExpired' | 'passwordChangedOn'>,
  { maxAgeDays, now }: Pick<Attempt, 'maxAgeDays' | 'now'>,
) =>
  account.passwordExpired ||
  !account.passwordChangedOn ||
  (maxAgeDays > 0 && now.getTime() - account.passwordChangedOn.getTime() > maxAgeDays * 86_400_000)

/** `m•••••a@group.example`: enough to know which mailbox, not enough to learn an address. */
export const masked = (email: string) => {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}•••••${name.length > 2 ? name.slice(-1) : ''}@${domain}`
}

const wordsEverybodyTries = [
  'password',
  'passwort',
  'contrasena',
  'motdepasse',
  'welcome',
  'qwerty',
  'azerty',
  'letmein',
  'administrator',
  'iloveyou',
  'abcdefgh',
  'abc123',
  'changeme',
  'monkey',
  'dragon',
  'football',
  'sunshine',
  'princess',
  'trustno',
  'secret',
  'admin',
  'qwertyuiop',
  'asdfghjkl',
  'summer',
  'winter',
  'spring',
  'autumn',
  'portico',
]
const leet: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** A common password, or the user's own name, with decoration (docs/goals.md, Security 5). */
export const isCommon = (password: string, userName: string) => {
  const name = lettersOf(userName.toLowerCase().split('@')[0] ?? '')
  return readingsOf(password.toLowerCase()).some(
    (plain) =>
      wordsEverybodyTries.some(
        (word) =>
          plain === word || plain === word + word || (plain.startsWith(word) && plain.length - word.length <= 3),
      ) ||
      (name.length >= 5 && plain.includes(name) && plain.length - name.length <= 4),
  )
}

/** A word that the installation does not want in passwords, in whatever case and with whatever digits for letters. */
export const isDenied = (password: string, denied: readonly string[]) => {
  const small = [...password.toLowerCase()]
  const spellings = [{}, leet, { ...leet, '1': 'i' }].map((letters: Readonly<Record<string, string>>) =>
    small.map((sign) => letters[sign] ?? sign).join(''),
  )
  return denied.some((word) => spellings.some((spelling) => spelling.includes(word)))
}

const lettersOf = (text: string) => text.replace(/[^a-z]/g, '')

/** `p@ssw0rd1234!`: its digits read as letters, left out, or as letters in the middle only. */
const readingsOf = (password: string) => {
  const spelt = (text: string) => lettersOf([...text].map((sign) => leet[sign] ?? sign).join(''))
  return [spelt(password), lettersOf(password), spelt(password.replace(/^[^a-z]+|[^a-z]+$/g, ''))]
}

/**
 * A return address on the own origin, as a path; or the address itself for the store to compare with the registered
 * ones; undefined for what is neither (A-42, T1).
 */
export const readReturnUrl = (
  value: string | null | undefined,
  origin: string,
): { own: string } | { foreign: string } | undefined => {
  if (!value || value.length > 4096 || [...value].some(isRefusedSign)) return undefined
  const path = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value
  if (path.startsWith('/')) return ownPath(path, origin)
  return isRedirectAddress(value) ? { foreign: value } : undefined
}

/** Blanks, control characters and backslashes, which browsers read as slashes. */
const isRefusedSign = (sign: string) => sign <= ' ' || sign === '\\' || sign === '\u007f'

/** Two slashes at the beginning lead elsewhere; they may also be what is left of `/.//evil.example` (T1). */
const ownPath = (path: string, origin: string) => {
  if (path.startsWith('//') || /^\/%(2f|5c|09|0a|0d)/i.test(path)) return undefined
  const url = URL.parse(path, origin)
  return url?.origin === origin && !url.pathname.startsWith('//') ? { own: url.pathname + url.search } : undefined
}
