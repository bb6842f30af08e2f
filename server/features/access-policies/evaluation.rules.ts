// Decides by the rules of a policy: the first one that applies. What is not known of somebody holds for no condition.
import { BlockList, isIP } from 'node:net'
import type { ConditionName, RuleResult, PolicyDecision } from '#contract/access-policies.ts'
import { plainAddress } from '#server/kernel/plain-address.ts'
import {
  type AccessPolicy,
  type PolicyConditions,
  type PolicyRule,
  weekdays,
} from '#server/features/security-config/security-config.public.ts'

type Subject = {
  readonly userName: string
  readonly email: string
  /** `application/role` */
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  /** Where they are a member, and above which tenants of theirs a tenant is. */
  readonly tenants: readonly { readonly id: string; readonly at: boolean; readonly below: boolean }[]
}

export type Situation = {
  readonly subject: Subject
  readonly application: string | undefined
  readonly act: string
  readonly at: Date
  readonly address: string | undefined
  readonly amr: readonly string[]
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const meets = (wanted: readonly string[], there: readonly string[]) =>
  wanted.some((one) => there.some((other) => same(one, other)))

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isWithin = (ranges: readonly string[], address: string | undefined) => {
  if (!address) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    const family = familyOf(network)
    list.addSubnet(network, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list.check(plainAddress(address), familyOf(plainAddress(address)))
}

type Hours = NonNullable<PolicyConditions['hours']>

const partsIn = (zone: string, at: Date) => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as const).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return { day: part('weekday').slice(0, 3).toLowerCase(), time: `${part('hour')}:${part('minute')}` }
}

/** Hours over midnight belong to the day on which they begin. */
const isDuring = ({ zone, days, from, to }: Hours, at: Date) => {
  const { day, time } = partsIn(zone, at)
  const isOn = (name: string) => !days || days.some((one) => one === name)
  if (from < to) return isOn(day) && time >= from && time < to
  const yesterday = weekdays.at(weekdays.findIndex((one) => one === day) - 1) ?? ''
  return (isOn(day) && time >= from) || (isOn(yesterday) && time < to)
}

type ConditionResult = { readonly condition: ConditionName; readonly holds: boolean }

const conditionsOf = (wanted: PolicyConditions, { subject, address, amr, at }: Situation): ConditionResult[] => {
  const { users, roles, groups, tenants, addresses, hours, amr: methods } = wanted
  const judged: readonly [ConditionName, boolean | undefined][] = [
    ['users', users && meets(users, [subject.userName, subject.email])],
    ['roles', roles && meets(roles, subject.roles)],
    ['groups', groups && meets(groups, subject.groups)],
    ['tenants', tenants && tenants.some((one) => isMember(one, subject))],
    ['addresses', addresses && isWithin(addresses, address)],
    ['hours', hours && isDuring(hours, at)],
    ['amr', methods && meets(methods, amr)],
  ]
  return judged.flatMap(([condition, holds]) => (holds === undefined ? [] : [{ condition, holds }]))
}

const isMember = ({ id, below }: { id: string; below: boolean }, { tenants }: Subject) =>
  tenants.some((tenant) => same(tenant.id, id) && (tenant.at || (below && tenant.below)))

const consider = (rule: PolicyRule, situation: Situation): RuleResult => {
  const { applications, acts, when = {}, unless } = rule
  const { application, act } = situation
  const targets: ConditionResult[] = [
    ...(applications
      ? [{ condition: 'applications' as const, holds: application !== undefined && meets(applications, [application]) }]
      : []),
    ...(acts ? [{ condition: 'acts' as const, holds: meets(acts, [act]) }] : []),
  ]
  const needed = [...targets, ...conditionsOf(when, situation)]
  const excluded = unless ? conditionsOf(unless, situation) : []
  const isExcluded = excluded.length > 0 && excluded.every(({ holds }) => holds)
  return {
    line: rule.line,
    name: rule.name ?? null,
    applies: needed.every(({ holds }) => holds) && !isExcluded,
    conditions: [
      ...needed.map((one) => ({ ...one, unless: false })),
      ...excluded.map((one) => ({ ...one, unless: true })),
    ],
  }
}

/** Whether it would be decided so wherever the person is: no rule up to the one that decides asks for an address. */
export const isFromAnywhere = (
  { rules }: AccessPolicy,
  { considered }: { readonly considered: readonly RuleResult[] },
  { application, act }: Pick<Situation, 'application' | 'act'>,
) =>
  rules
    .slice(0, considered.length)
    .filter(({ applications, acts }) => {
      const named = !applications || (application !== undefined && meets(applications, [application]))
      return named && (!acts || meets(acts, [act]))
    })
    .every(({ when, unless }) => !when?.addresses && !unless?.addresses)

export const decide = (
  { mode, otherwise, rules }: AccessPolicy,
  situation: Situation,
): Omit<PolicyDecision, 'policyId' | 'title'> => {
  const considered: RuleResult[] = []
  for (const rule of rules) {
    const one = consider(rule, situation)
    considered.push(one)
    const { line, name = null, effect, reason } = rule
    if (one.applies) return { mode, decision: effect, rule: { line, name, effect, reason }, considered }
  }
  return { mode, decision: otherwise, rule: null, considered }
}
