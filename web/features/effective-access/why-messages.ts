// The answer in words: the same on the screen and in what is copied.
import { useTranslation } from 'react-i18next'
import type { Chain, AssignmentStamp, Gift, RemovalStep, Why, WhyNot } from '#contract/why.ts'
import { formatDate } from '#web/lib/format.ts'
import { labelled } from '#web/lib/labelled.ts'
import { withoutBold } from '#web/ui/with-bold.tsx'

const listed = (words: readonly string[], language: string) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(words)

/** Of a row the text names the group that has it; the others are about the person or the application. */
const throughGroup: {
  readonly [Reason in WhyNot['reason']]?: 'not-inheritable-group' | 'elsewhere-group' | 'ended-group'
} = {
  'not-inheritable': 'not-inheritable-group',
  elsewhere: 'elsewhere-group',
  ended: 'ended-group',
}

const useReasons = () => {
  const { t } = useTranslation('effective-access')
  return ({ user, role }: Pick<Why, 'user' | 'role'>) =>
    ({ reason, tenantName, viaGroup }: WhyNot) =>
      t((viaGroup && throughGroup[reason]) ?? reason, {
        name: user.name,
        application: role.applicationTitle,
        tenant: tenantName ?? '',
        group: viaGroup?.name ?? '',
      })
}

const useWays = () => {
  const { t } = useTranslation('effective-access')
  return ({ viaGroup, row: { levelsUp: count, tenantName: tenant } }: Chain) => {
    const kind = viaGroup ? 'wayGroup' : 'wayOwn'
    return t(count === 0 ? `${kind}Here` : `${kind}Above`, { group: viaGroup?.name ?? '', tenant, count })
  }
}

export const useAnswer = () => {
  const { t, i18n } = useTranslation('effective-access')
  const way = useWays()
  const reasonOf = useReasons()
  return (why: Why) => {
    const about = { name: why.user.name, role: why.role.name, tenant: why.tenant.name }
    const reasons = why.missing.map(reasonOf(why))
    const count = why.chains.length
    if (count === 0) return { text: t('notAtAll', about), reasons }
    const ways = listed(why.chains.map(way), i18n.language)
    const times = count === 1 ? 'once' : count === 2 ? 'twice' : 'times'
    return { text: t(why.allowed ? times : 'wouldHave', { ...about, ways, number: count }), reasons }
  }
}

export const useGiven = () => {
  const { t } = useTranslation('effective-access')
  return ({ by, on, requestId }: AssignmentStamp) => ({
    by: by?.name ?? t('shell:notSet'),
    on: [formatDate(on), requestId && t('withRequest')].filter(Boolean).join(' · '),
  })
}

const titleOf = ({ kind, group, tenantId }: RemovalStep, here: string) => {
  if (kind === 'leave-group') return 'leaveGroup'
  if (group) return 'takeFromGroup'
  return tenantId === here ? 'takeHere' : 'takeAbove'
}

type Effect = { readonly count: number; readonly words: string }

const useTogether = () => {
  const { t, i18n } = useTranslation('effective-access')
  return (all: readonly Effect[]) => {
    const effects = all.filter(({ count }) => count > 0).map(({ words }) => words)
    return effects.length > 0 ? listed(effects, i18n.language) : t('nothingElse')
  }
}

/** What a step takes along. */
const useEffects = () => {
  const { t } = useTranslation('effective-access')
  const together = useTogether()
  return (role: string, { otherTenants, otherPeople, otherRoles }: RemovalStep) =>
    together([
      { count: otherTenants, words: t('alsoTenants', { role, count: otherTenants }) },
      { count: otherPeople, words: t('alsoPeople', { count: otherPeople }) },
      { count: otherRoles, words: t('alsoRoles', { count: otherRoles }) },
    ])
}

export const useSteps = () => {
  const { t } = useTranslation('effective-access')
  const effectOf = useEffects()
  return ({ user, role, tenant }: Pick<Why, 'user' | 'role' | 'tenant'>, step: RemovalStep) => {
    const about = { name: user.name, role: role.name, group: step.group?.name ?? '', tenant: step.tenantName ?? '' }
    return { title: t(titleOf(step, tenant.id), about), effect: effectOf(role.name, step) }
  }
}

const giftTitle = ({ kind, group }: Gift) => {
  if (kind === 'give-role') return 'giveHere'
  if (kind === 'join-group') return 'joinGroup'
  return group ? 'passGroup' : 'passOwn'
}

export const useGifts = () => {
  const { t } = useTranslation('effective-access')
  const together = useTogether()
  return ({ user, role }: Pick<Why, 'user' | 'role'>, gift: Gift) => {
    const { group, tenantName, otherTenants, otherPeople, otherRoles } = gift
    const about = { name: user.name, role: role.name, group: group?.name ?? '', tenant: tenantName ?? '' }
    const effect = together([
      { count: otherTenants, words: t('alsoGives', { role: role.name, count: otherTenants }) },
      { count: otherPeople, words: t('othersGet', { count: otherPeople }) },
      { count: otherRoles, words: t('rolesCome', { count: otherRoles }) },
    ])
    return { title: t(giftTitle(gift), about), effect }
  }
}

export const useChecked = () => {
  const { t } = useTranslation('effective-access')
  return ({ chains, checked }: Why) => {
    const groups = t('groupsChecked', {
      count: Math.max(0, checked.groups - new Set(chains.flatMap(({ viaGroup }) => viaGroup?.id ?? [])).size),
    })
    const tenants = t('tenantsChecked', { count: Math.max(0, checked.tenants - 1) })
    return t(chains.length > 0 ? 'nothingElseGives' : 'nothingGives', { groups, tenants })
  }
}

/** What removes it in steps, or what gives it. */
const useChangeLines = () => {
  const { t } = useTranslation('effective-access')
  const [step, gift] = [useSteps(), useGifts()]
  const line = ({ title, effect }: ReturnType<typeof step>) => `${title} (${effect})`
  return (why: Why) => [
    ...(why.removal.length > 0 ? [`${t('smallest')}:`] : []),
    ...why.removal.map((one, index) => `${index + 1}. ${line(step(why, one))}`),
    ...(why.gifts.length > 0 ? [`${t('smallestGift')}:`] : []),
    ...why.gifts.map((one) => `- ${line(gift(why, one))}`),
  ]
}

/** Everything that the drawer shows, in lines. */
export const useExplanation = () => {
  const { t } = useTranslation('effective-access')
  const [answer, given, changes, checkedWords] = [useAnswer(), useGiven(), useChangeLines(), useChecked()]
  const line = (what: string, who: AssignmentStamp) => `   ${what} (${Object.values(given(who)).join(', ')})`
  const chainOf =
    (why: Why) =>
    ({ viaGroup, row, role }: Chain, index: number) => [
      `${index + 1}. ${why.user.name}`,
      ...(viaGroup ? [line(labelled(t('memberOfGroup'), viaGroup.name), viaGroup.joined)] : []),
      line(
        `${t(`${viaGroup ? 'group' : 'user'}Row${row.levelsUp > 0 ? 'Above' : 'Here'}`)}: ${row.tenantName}`,
        row.created,
      ),
      ...(row.levelsUp > 0 ? [line(labelled(t('passesDown'), t('inheritableOn')), row.inheritable)] : []),
      line(labelled(t('role'), `${why.role.applicationTitle} · ${why.role.name}`), role.given),
    ]
  return (why: Why) => {
    const { text, reasons } = answer(why)
    return [
      `${why.user.name} · ${why.role.applicationTitle} · ${why.role.name} · ${why.tenant.name}`,
      text,
      ...reasons.map((reason) => `- ${reason}`),
      ...why.chains.flatMap(chainOf(why)),
      ...(why.role.scopes.length > 0 && why.chains.length > 0
        ? [labelled(t('givesScopes'), why.role.scopes.join(', '))]
        : []),
      checkedWords(why),
      ...changes(why),
    ]
      .map(withoutBold)
      .join('\n')
  }
}
