// The password policy, without zod: the sign-in pages tick the same rules that the server enforces.

/** The password policy shown and enforced (R5.1-09, A-28). */
export const passwordPolicy = { least: 12, most: 128, maxAgeDays: 90, remembered: 7 } as const

/** One name per rule, so that the page can tick each one while the user types. */
export const passwordRules = {
  length: (password: string) => password.length >= passwordPolicy.least,
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  number: (password: string) => /\p{Nd}/u.test(password),
  symbol: (password: string) => /[^\p{L}\p{N}\s]/u.test(password),
} as const
export type PasswordRule = keyof typeof passwordRules

export const brokenPasswordRules = (password: string): PasswordRule[] =>
  (Object.keys(passwordRules) as PasswordRule[]).filter((rule) => !passwordRules[rule](password))
