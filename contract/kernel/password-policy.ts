// The password policy, without zod: the sign-in pages tick the same rules that the server enforces.

/** What a security configuration of the title `password-policy` may change, as far as the pages show it. */
export type PasswordPolicy = {
  readonly least: number
  readonly uppercase: boolean
  readonly lowercase: boolean
  readonly number: boolean
  readonly symbol: boolean
  /** 0: a password does not expire. */
  readonly maxAgeDays: number
  /** None of the last so many can be used again; 0: each of them can. */
  readonly remembered: number
}

export const mostPasswordCharacters = 128

/** The password policy shown and enforced (R5.1-09, A-28) where no security configuration says another. */
export const standardPasswordPolicy: PasswordPolicy = {
  least: 12,
  uppercase: true,
  lowercase: true,
  number: true,
  symbol: true,
  maxAgeDays: 90,
  remembered: 7,
}

const signs = {
  uppercase: /\p{Lu}/u,
  lowercase: /\p{Ll}/u,
  number: /\p{Nd}/u,
  symbol: /[^\p{L}\p{N}\s]/u,
} as const
const classes = ['uppercase', 'lowercase', 'number', 'symbol'] as const

/** One name per rule, so that the page can tick each one while the user types. */
type PasswordRule = 'length' | (typeof classes)[number]

/** Those that the policy asks for. */
export const passwordRulesOf = (policy: PasswordPolicy): readonly PasswordRule[] => [
  'length',
  ...classes.filter((name) => policy[name]),
]

const keeps = (password: string, rule: PasswordRule, { least }: PasswordPolicy) =>
  rule === 'length' ? password.length >= least : signs[rule].test(password)

export const brokenPasswordRules = (password: string, policy: PasswordPolicy): readonly PasswordRule[] =>
  passwordRulesOf(policy).filter((rule) => !keeps(password, rule, policy))
