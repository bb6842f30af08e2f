// Decisions by rules, each condition by itself; and what is hostile in a body (T41).
import { describe, expect, test } from 'vitest'
import { parsePolicy } from '#server/features/security-config/security-config.public.ts'
import { decide, isFromAnywhere, type Situation } from './evaluation.rules.ts'

const tenantId = '00000000-0000-4000-8000-000000000001'
const situation = (change: Partial<Situation> = {}): Situation => ({
  subject: {
    userName: 'ana.gil',
    email: 'ana@people.example',
    roles: ['payroll/Clerk'],
    groups: ['Night shift'],
    tenants: [{ id: tenantId, at: false, below: true }],
  },
  application: 'payroll',
  act: 'open',
  // A Sunday, 23:30 in Madrid.
  at: new Date('2026-11-22T22:30:00Z'),
  address: '10.1.2.3',
  amr: ['pwd', 'otp', 'mfa'],
  ...change,
})
const policyIn = (body: string) => {
  const { faults, policy } = parsePolicy(body)
  expect(faults).toEqual([])
  if (!policy) throw new Error('no rules')
  return policy
}
const denies = (conditions: string, change?: Partial<Situation>) =>
  decide(policyIn(`rules:\n  - {effect: deny, reason: Closed, ${conditions}}\n`), situation(change)).decision === 'deny'

describe('a rule applies', () => {
  test.each([
    ['applications: [Payroll]', true],
    ['applications: [shop]', false],
    ['acts: [open, approve]', true],
    ['acts: [approve]', false],
    ['when: {users: [ANA.GIL]}', true],
    ['when: {users: [ana@people.example]}', true],
    ['when: {users: [ben]}', false],
    ['when: {roles: [payroll/clerk]}', true],
    ['when: {roles: [payroll/Chief]}', false],
    ['when: {groups: [night shift]}', true],
    ['when: {groups: [Day shift]}', false],
    [`when: {tenants: [{id: ${tenantId}, below: true}]}`, true],
    [`when: {tenants: [{id: ${tenantId}}]}`, false],
    ['when: {addresses: [10.0.0.0/8]}', true],
    ['when: {addresses: [10.1.2.3]}', true],
    ['when: {addresses: [192.0.2.0/24, "2001:db8::/32"]}', false],
    ['when: {amr: [mfa, ext]}', true],
    ['when: {amr: [ext]}', false],
    ['when: {hours: {zone: Europe/Madrid, from: "22:00", to: "06:00"}}', true],
    ['when: {hours: {zone: Europe/Madrid, days: [sat], from: "22:00", to: "06:00"}}', false],
    ['when: {hours: {zone: Europe/Madrid, days: [sun], from: "23:30", to: "23:31"}}', true],
    ['when: {hours: {zone: UTC, days: [sun], from: "22:31", to: "23:59"}}', false],
    ['when: {users: [ana.gil], addresses: [192.0.2.0/24]}', false],
    ['unless: {addresses: [10.0.0.0/8]}', false],
    ['unless: {addresses: [10.0.0.0/8], amr: [ext]}', true],
    ['unless: {}', true],
  ])('%s: %s', (conditions, expected) => {
    expect(denies(conditions)).toBe(expected)
  })

  test('hours over midnight belong to the day on which they begin', () => {
    const night = 'when: {hours: {zone: UTC, days: [fri], from: "22:00", to: "06:00"}}'
    const at = (moment: string) => denies(night, { at: new Date(moment) })
    expect([at('2026-11-20T21:59:00Z'), at('2026-11-20T22:00:00Z'), at('2026-11-21T05:59:00Z')]).toEqual([
      false,
      true,
      true,
    ])
    expect([at('2026-11-21T06:00:00Z'), at('2026-11-21T22:00:00Z')]).toEqual([false, false])
  })

  test('what is not known holds for no condition: who is let in only from the office is not let in from nowhere', () => {
    const unknown = { address: undefined, amr: [], application: undefined }
    expect(denies('unless: {addresses: [10.0.0.0/8]}', unknown)).toBe(true)
    expect(denies('when: {addresses: [0.0.0.0/0]}', unknown)).toBe(false)
    expect(denies('applications: [payroll]', unknown)).toBe(false)
    expect(denies('unless: {amr: [mfa]}', unknown)).toBe(true)
  })

  test('an IPv4 address over an IPv6 socket is the address that it is', () => {
    expect(denies('when: {addresses: [10.0.0.0/8]}', { address: '::ffff:10.1.2.3' })).toBe(true)
    expect(denies('when: {addresses: ["2001:db8::/32"]}', { address: '2001:db8::1' })).toBe(true)
  })
})

test('the first rule that applies decides, and what was considered is said with its lines', () => {
  const body = `mode: enforce
otherwise: deny
rules:
  - name: chiefs
    effect: allow
    reason: Chiefs always
    when:
      roles: [payroll/Chief]
  - effect: allow
    reason: From the office
    when:
      addresses: [10.0.0.0/8]
      hours: {zone: Europe/Madrid, from: "08:00", to: "18:00"}
`
  const policy = policyIn(body)
  expect(decide(policy, situation())).toEqual({
    mode: 'enforce',
    decision: 'deny',
    rule: null,
    considered: [
      { line: 4, name: 'chiefs', applies: false, conditions: [{ condition: 'roles', unless: false, holds: false }] },
      {
        line: 9,
        name: null,
        applies: false,
        conditions: [
          { condition: 'addresses', unless: false, holds: true },
          { condition: 'hours', unless: false, holds: false },
        ],
      },
    ],
  })
  const noon = decide(policy, situation({ at: new Date('2026-11-20T11:00:00Z') }))
  expect([noon.decision, noon.rule]).toEqual([
    'allow',
    { line: 9, name: null, effect: 'allow', reason: 'From the office' },
  ])
})

test('random policies decide as a naive reading of them does', () => {
  let seed = 11
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * most)
  }
  const pick = <T>(list: readonly T[]) => list[next(list.length)] as T
  const conditions = () => ({
    ...(next(2) && { users: [pick(['ana.gil', 'ben'])] }),
    ...(next(2) && { groups: [pick(['Night shift', 'Day shift'])] }),
    ...(next(2) && { amr: [pick(['mfa', 'ext'])] }),
    ...(next(2) && { addresses: [pick(['10.0.0.0/8', '192.0.2.0/24'])] }),
  })
  const truths = new Set(['ana.gil', 'Night shift', 'mfa', '10.0.0.0/8', 'payroll'])
  const all = (wanted: object) => Object.values(wanted).every(([one]: string[]) => truths.has(one ?? ''))
  for (let round = 0; round < 300; round += 1) {
    const rules = Array.from({ length: 1 + next(4) }, () => ({
      ...{ effect: pick(['allow', 'deny']), reason: 'x' },
      ...(next(2) && { applications: [pick(['payroll', 'shop'])] }),
      ...(next(3) && { when: conditions() }),
      ...(next(3) === 0 && { unless: conditions() }),
    }))
    const otherwise = pick(['allow', 'deny'])
    const first = rules.find(
      ({ applications = ['payroll'], when = {}, unless = {} }) =>
        truths.has(applications[0] ?? '') && all(when) && !(Object.keys(unless).length > 0 && all(unless)),
    )
    // JSON is YAML.
    const evaluation = decide(policyIn(JSON.stringify({ otherwise, rules })), situation())
    expect(evaluation.decision).toBe(first?.effect ?? otherwise)
    expect(evaluation.considered).toHaveLength(first ? rules.indexOf(first) + 1 : rules.length)
  }
})

describe('a body', () => {
  test.each([
    ['rules: []', 'rules', 1],
    ['rules:\n  - effect: forbid\n    reason: x', 'rules.0.effect', 2],
    ['rules:\n  - effect: deny', 'rules.0.reason', 2],
    [
      'rules:\n  - effect: deny\n    reason: x\n    when:\n      addresses: [10.0.0.0/99]',
      'rules.0.when.addresses.0',
      5,
    ],
    [
      'rules:\n  - effect: deny\n    reason: x\n    when:\n      hours: {zone: Mars/One, from: "08:00", to: "18:00"}',
      'rules.0.when.hours.zone',
      5,
    ],
    ['rules:\n  - effect: deny\n    reason: x\n    who: {}', 'rules.0', 2],
    ['mode: maybe\nrules:\n  - effect: deny\n    reason: x', 'mode', 1],
  ])('%j names the line of its fault', (body, setting, line) => {
    expect(parsePolicy(body).faults).toMatchObject([{ setting, line }])
  })

  test('A-76 without rules is a document that nobody reads', () => {
    for (const body of ['', '# nothing', 'allowed: true\n', '- a\n', 'text'])
      expect(parsePolicy(body)).toEqual({ faults: [], policy: undefined })
  })

  test('T41 hostile ones are refused within a second: aliases of aliases, many rules, tags, depth', () => {
    const rule = '  - {effect: deny, reason: x}\n'
    const hostile = [
      `rules:\n${rule.repeat(8_000)}`,
      `a: &a [x, x, x, x, x, x, x, x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]}, `.repeat(8)}]`).join('\n')}\nrules: *j`,
      'rules:\n  - &r {effect: deny, reason: x, when: &w {users: [a]}}\n  - <<: *r\n',
      'rules: !!js/function "function () {}"',
      `rules: ${'['.repeat(100_000)}`,
      `rules:\n  - effect: deny\n    reason: ${'x'.repeat(200_000)}`,
      `rules:\n  - {effect: deny, reason: x, when: {users: [${'a, '.repeat(50_000)}]}}`,
    ]
    for (const body of hostile) {
      const { user, system } = process.threadCpuUsage()
      const { faults, policy } = parsePolicy(body)
      const used = process.threadCpuUsage()
      expect([policy, faults.length > 0]).toEqual([undefined, true])
      expect((used.user + used.system - user - system) / 1000).toBeLessThan(1000)
    }
  })
})

test.each([
  ['{effect: deny, reason: Closed}', true],
  ['{effect: deny, reason: Closed, when: {addresses: [10.0.0.0/8]}}', false],
  ['{effect: deny, reason: Closed, unless: {addresses: [192.0.2.0/24]}}', false],
  ['{effect: allow, reason: Open, when: {addresses: [192.0.2.0/24]}}\n  - {effect: deny, reason: Closed}', false],
  [
    '{effect: allow, reason: Open, applications: [shop], when: {addresses: [10.0.0.0/8]}}\n  - {effect: deny, reason: Closed}',
    true,
  ],
  [
    '{effect: allow, reason: Open, acts: [approve], when: {addresses: [10.0.0.0/8]}}\n  - {effect: deny, reason: Closed}',
    true,
  ],
  ['{effect: deny, reason: Closed}\n  - {effect: deny, reason: Later, when: {addresses: [10.0.0.0/8]}}', true],
] as const)('whether "%s" decides so from everywhere: %s', (rules, expected) => {
  const policy = policyIn(`rules:\n  - ${rules}\n`)
  expect(isFromAnywhere(policy, decide(policy, situation()), situation())).toBe(expected)
})
