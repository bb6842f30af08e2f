// What the palette does to people (rule 32): "lock marta", "add marta to auditors". An act opens the question of the
// user's page, so that nothing is done that is not asked there.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { groups } from '#contract/groups.ts'
import { signIn } from '#contract/sign-in.ts'
import { users } from '#contract/users.ts'
import type { Act, Hit } from '#web/lib/screen.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMayCall } from '#web/lib/use-access.ts'
import type { AdminScreen } from './admin-screens.ts'
import { matches } from './palette-commands.ts'

const endpoints = { lock: signIn.lock, unlock: signIn.unlock, invite: users.invite, group: groups.join }
const acts = ['lock', 'unlock', 'invite', 'group'] as const

type ActQuery = { readonly act: Act; readonly who: string; readonly group?: string | undefined }
/** Words of a language that may stand for one another, with commas between. */
type Words = { readonly [A in Act]: string } & { readonly to: string }

const anyOf = (words: string) =>
  `(?:${words
    .split(',')
    .map((word) => word.trim().replace(/[^\p{L}\p{N}]/gu, String.raw`\s+`))
    .join('|')})`

/** The verb stands first or, as German has it, last. */
export const askedOf = (text: string, words: Words): ActQuery | undefined => {
  for (const act of acts) {
    const verb = anyOf(words[act])
    const rest = act === 'group' ? `(.+?)(?:\\s+${anyOf(words.to)}\\s+(.+?))?` : '(.+?)()'
    const found =
      new RegExp(`^${verb}\\s+${rest}$`, 'iu').exec(text) ?? new RegExp(`^${rest}\\s+${verb}$`, 'iu').exec(text)
    if (found?.[1]) return { act, who: found[1], group: found[2] || undefined }
  }
  return undefined
}

const useAsked = (text: string) => {
  const { t } = useTranslation('admin')
  return askedOf(text, {
    lock: t('lockWords'),
    unlock: t('unlockWords'),
    invite: t('inviteWords'),
    group: t('groupWords'),
    to: t('groupToWords'),
  })
}

type FoundAct = { readonly act: Act; readonly person: Hit; readonly group?: Hit | undefined }

const pathOf = ({ act, person, group }: FoundAct) =>
  `${person.path}?act=${act}${group?.id ? `&group=${encodeURIComponent(group.id)}` : ''}`

/** Each person with each group that is not the system's; without a group it is chosen on the page. */
const pairs = (act: Act, people: readonly Hit[], found: readonly Hit[] | undefined): FoundAct[] =>
  people
    .filter((person) => person.acts?.includes(act))
    .flatMap((person) => (found ? found.map((group) => ({ act, person, group })) : [{ act, person }]))

/** Of what was found for an earlier text, what fits the one that is there now. */
const fits = (now: ActQuery | undefined, { act, person: { label, hint = '' }, group }: FoundAct) =>
  act === now?.act &&
  matches(`${label} ${hint}`, now.who) &&
  (group === undefined) === (now.group === undefined) &&
  matches(group?.label ?? '', now.group ?? '')

export type ActsText = {
  readonly text: string
  /** What has come to rest: for that it is searched. */
  readonly settled: string
}

export const useActs = ({ text, settled }: ActsText, screens: readonly AdminScreen[]) => {
  const { t } = useTranslation('admin')
  const mayCall = useMayCall()
  const { id: me } = useMe()
  const now = useAsked(text)
  const given = useAsked(settled)
  const asked = given && mayCall(endpoints[given.act]) ? given : undefined
  const findIn = (id: AdminScreen['id']) => screens.find((screen) => screen.id === id)?.find
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['palette', 'act', asked],
    queryFn: async ({ signal }) => {
      if (!asked) return []
      const [people, found] = await Promise.all([
        findIn('users')?.(asked.who, signal) ?? [],
        asked.group === undefined ? undefined : (findIn('groups')?.(asked.group, signal) ?? []),
      ])
      return pairs(
        asked.act,
        people,
        found?.filter(({ joinable }) => joinable),
      )
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  const labelOf = ({ act, person: { label: name }, group }: FoundAct) =>
    group ? t('actGroupNamed', { name, group: group.label }) : t(`act-${act}`, { name })
  const fresh = text === settled && !isPlaceholderData
  return (asked ? (data ?? []) : [])
    .filter((one) => fresh || fits(now, one))
    .filter(({ act, person }) => act !== 'lock' || person.id !== me)
    .map((one) => ({ ...one, label: labelOf(one), path: pathOf(one) }))
}
