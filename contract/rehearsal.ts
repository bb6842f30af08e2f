// What a security configuration would have changed in the last month, told before it is saved.
import { z } from 'zod'
import { anyOf, endpoints } from './kernel/endpoint.ts'
import { issue } from './kernel/issue.ts'
import { mostBodyBytes, settingTitles } from './security-config.ts'

/** How an attempt to sign in, or a session, ended, or would have. */
const outcomes = [
  'signed-in',
  'code-asked',
  'new-password',
  'refused',
  'locked',
  'locked-for-good',
  'stopped',
  'checked',
  'work-account',
  'provider-decides',
  'in-use',
  'signed-out',
  'ran-out',
  'went-on',
  'stayed-open',
] as const
export type RehearsedOutcome = (typeof outcomes)[number]
const Outcome = z.enum(outcomes)

export const RehearsedSignIn = z.object({
  at: z.iso.datetime(),
  userId: z.uuid().nullable(),
  userName: z.string(),
  was: Outcome,
  would: Outcome,
})
export type RehearsedSignIn = z.infer<typeof RehearsedSignIn>

/** What else is to be known, with a number where there is one. */
const rehearsalNotes = [
  'locked-attempts-unknown',
  'sessions-keep-their-end',
  'people-to-work-account',
  'people-from-work-account',
  'passwords-expired-at-once',
  'passwords-valid-again',
  'only-hashes',
] as const
const Note = z.object({ code: z.enum(rehearsalNotes), count: z.int().nullable() })
export type RehearsalNote = z.infer<typeof Note>

export const Rehearsal = z.object({
  /** Attempts to sign in, or sessions, of the last 30 days; of very many the newest, and `since` says how far back. */
  looked: z.int(),
  since: z.iso.datetime(),
  complete: z.boolean(),
  /** How many would have ended otherwise than under the rules in force, and of how many people. */
  otherwise: z.int(),
  people: z.int(),
  changes: z.array(z.object({ was: Outcome, would: Outcome, count: z.int() })),
  /** Some of them, of each change the newest. */
  examples: z.array(RehearsedSignIn),
  notes: z.array(Note),
})
export type Rehearsal = z.infer<typeof Rehearsal>

export const rehearsal = endpoints({
  rehearse: {
    method: 'POST',
    path: '/admin/securityConfig/rehearse',
    access: anyOf('God'),
    summary: 'Which sign-ins of the last 30 days would have ended otherwise with this body; nothing is stored.',
    input: z.object({
      title: z.enum(settingTitles),
      body: z.string({ error: issue('missing') }).max(mostBodyBytes, issue('document-too-large')),
    }),
    output: Rehearsal,
  },
})
