// /admin/securityConfig: what is in force, the documents, the editor that marks a fault, and the way back.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PolicyDecision } from '#contract/access-policies.ts'
import { Policy } from '#contract/policy-documents.ts'
import { Rehearsal } from '#contract/rehearsal.ts'
import { Checked, DocumentVersion, SecurityConfiguration, SettingInForce } from '#contract/security-config.ts'
import { UserItem } from '#contract/users.ts'
import { type Answers, close, open, type SentCall } from '#web/app/portal.harness.tsx'

afterEach(close)

const id = '00000000-0000-4000-8000-000000000001'
const saved = { modifiedByDisplayName: 'Ana Gil', modifiedOn: '2026-11-20T10:00:00.000Z' }
const lockout = SecurityConfiguration.parse({
  id,
  title: 'lockout',
  description: 'As the auditors asked',
  body: 'attempts: 4\n',
  ...saved,
})
const policy = Policy.parse({ id: 'remote.work', title: 'Remote work', description: null, body: 'a: 1\n', ...saved })
const versions = ['attempts: 4\n', 'attempts: 5\n'].map((body, index) =>
  DocumentVersion.parse({ ...saved, version: 2 - index, title: 'lockout', description: null, body }),
)
const fault = { line: 2, column: 1, code: 'yaml-not-valid', setting: null, data: { detail: 'Tabs', fault: 'yaml-tab' } }
const checked = ({ body }: SentCall) => ({
  body: Checked.parse({ faults: JSON.stringify(body).includes('bad') ? [fault] : [] }),
})

const rehearsed = Rehearsal.parse({
  ...{ looked: 5321, since: '2026-10-23T10:00:00.000Z', complete: true, otherwise: 214, people: 12 },
  changes: [
    { was: 'signed-in', would: 'stopped', count: 14 },
    { was: 'refused', would: 'locked', count: 200 },
  ],
  examples: [
    { at: '2026-11-20T09:00:00.000Z', userId: id, userName: 'ana.gil', was: 'signed-in', would: 'stopped' },
    { at: '2026-11-19T09:00:00.000Z', userId: null, userName: 'nobody', was: 'refused', would: 'locked' },
  ],
  notes: [{ code: 'locked-attempts-unknown', count: null }],
})

const answers: Answers = {
  'GET /admin/securityConfig': { body: { items: [lockout], count: 1 } },
  'GET /admin/securityConfig/inForce': {
    body: [
      SettingInForce.parse({ title: 'lockout', body: 'attempts: 4\n', configurationId: id }),
      SettingInForce.parse({ title: 'sessions', body: 'hours: 24\n', configurationId: null }),
    ],
  },
  'POST /admin/securityConfig/check': checked,
  'POST /admin/securityConfig/rehearse': { body: rehearsed },
  'POST /admin/securityConfig': { body: lockout },
  [`GET /admin/securityConfig/${id}`]: { body: lockout },
  [`PUT /admin/securityConfig/${id}`]: { body: lockout },
  [`GET /admin/securityConfig/${id}/versions`]: { body: versions },
  'POST /admin/policy/check': checked,
  'GET /admin/policy': { body: { items: [policy], count: 1 } },
  'POST /admin/policy': { body: policy },
  'GET /admin/policy/remote.work': { body: policy },
}

const opened = async (path: string, words: string, more: Answers = {}) => {
  const harness = await open({
    at: `/identity/admin/securityConfig${path}`,
    who: { role: ['God'] },
    answers: { ...answers, ...more },
  })
  await expect.element(harness.page.getByRole('heading', { level: 1, name: words })).toBeVisible()
  const editor = harness.page.getByRole('textbox', { name: 'Body (YAML)' })
  return { ...harness, editor, field: (name: string) => harness.page.getByRole('textbox', { name, exact: false }) }
}

test('R2.5-14 R3.8-10 A-76 what is in force stands over the configurations, each with who saved it', async () => {
  const { page, text } = await opened('', 'Security Configuration')
  await expect.element(page.getByRole('row', { name: /lockout/ })).toBeVisible()
  expect(page.getByRole('row', { name: /lockout/ }).element().textContent).toContain('Ana Gil')
  await expect.element(text('Said by a configuration')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Change sessions' }))
    .toHaveAttribute('href', '/identity/admin/securityConfig/new?setting=sessions')
})

test('R5.5-07 what is no YAML is said with its line, and the line is marked', async () => {
  const { editor, page, text } = await opened('/new', 'New configuration')
  await editor.click()
  // Of what is not there nothing is right either.
  expect(page.getByText('Nothing is wrong with it').elements()).toEqual([])
  await userEvent.keyboard('a: 1{Enter}bad')
  await expect.element(text('Line 2: Invalid yaml format (Indent with spaces, not with tabs)')).toBeVisible()
  expect(document.querySelectorAll('.cm-lint-marker-error')).toHaveLength(1)
  await editor.click()
  await userEvent.keyboard('{Control>}a{/Control}a: 1')
  await expect.element(page.getByText('Nothing is wrong with it')).toBeVisible()
})

test('Tab leaves the editor without a change, as it says itself', async () => {
  const { editor } = await opened('/new?setting=sessions', 'New configuration')
  await expect.element(editor).toHaveTextContent('hours: 24')
  await expect.element(editor).toHaveAccessibleDescription('Tab leaves the editor; indent with spaces.')
  await editor.click()
  await userEvent.tab()
  await expect.element(editor).not.toHaveFocus()
  expect(editor.element().textContent).toBe('hours: 24')
})

test('R5.5-06 a configuration needs a title of at most 200 characters; a setting begins as it is in force', async () => {
  const { button, calls, editor, field, text } = await opened('/new?setting=sessions', 'New configuration')
  await expect.element(editor).toHaveTextContent('hours: 24')
  await field('Title').fill('')
  await button('Save').click()
  await expect.element(text('Title is required')).toBeVisible()
  await field('Title').fill('x'.repeat(201))
  await button('Save').click()
  await expect.element(text('At most 200 characters')).toBeVisible()
  expect(calls('POST /admin/securityConfig').filter(({ path }) => !path.endsWith('check'))).toHaveLength(0)
  await field('Title').fill('sessions')
  await button('Save').click()
  await expect
    .poll(() =>
      calls('POST /admin/securityConfig')
        .filter(({ path }) => !/check|rehearse/.test(path))
        .map(({ body }) => body),
    )
    .toEqual([{ title: 'sessions', description: null, body: 'hours: 24\n' }])
})

test('R5.5-07 what is wrong with a setting that is refused is said once, in the reader’s language', async () => {
  const missing = { line: null, column: null, code: 'missing', setting: null, data: {} }
  const small = { line: 1, column: 1, code: 'too-small', setting: 'hours', data: { minimum: '1' } }
  const fault = { fault: 'hours: At least 1', faultCode: 'too-small', setting: 'hours', minimum: '1' }
  const data = { line: '1', column: '1', ...fault }
  const refusal = { field: 'body', message: 'Line 1: hours: At least 1', code: 'settings-not-valid', data }
  const errors = [{ ...refusal }]
  const harness = await open({
    at: '/identity/admin/securityConfig/new?setting=sessions',
    who: { role: ['God'] },
    language: 'de',
    answers: {
      ...answers,
      'POST /admin/securityConfig/check': ({ body }) => ({
        body: Checked.parse({ faults: JSON.stringify(body).includes('hours') ? [small] : [missing] }),
      }),
      'POST /admin/securityConfig': { status: 400, body: { code: 'invalid', message: 'Invalid', errors } },
    },
  })
  const said = harness.page.getByText(/Zeile 1: hours/)
  await expect.element(said).toBeVisible()
  await harness.button('Speichern').click()
  await expect.element(harness.page.getByRole('textbox', { name: /Inhalt/ })).toHaveAttribute('aria-invalid', 'true')
  expect(said.elements()).toHaveLength(1)
  await expect.element(harness.page.getByText('At least 1')).not.toBeInTheDocument()
})

test('A-76 before a setting is saved, the editor says which sign-ins would have ended otherwise, and leads to them', async () => {
  const { calls, editor, page, text } = await opened(`/${id}`, 'lockout')
  await expect.element(editor).toHaveTextContent('attempts: 4')
  await expect
    .element(text(/^With these rules, 214 of the 5,321 sign-ins of the last 30 days would have ended otherwise\./))
    .toBeVisible()
  await expect.element(text(/12 people are affected/)).toBeVisible()
  await expect.element(text('14 × signed in → stopped by a lock')).toBeVisible()
  await expect.element(text(/counts as a failure here/)).toBeVisible()
  const address = (name: string) =>
    new URL(page.getByRole('link', { name }).element().getAttribute('href') ?? '', location.origin)
  expect(Object.fromEntries(address('ana.gil').searchParams)).toEqual({
    tab: 'authentication',
    'f.date': '2026-11-20..2026-11-20',
    'f.user': id,
  })
  expect(address('nobody').searchParams.get('q')).toBe('nobody')
  // All at once: whoever types slowly is told of what they have written so far.
  await editor.fill('attempts: 3')
  await expect
    .poll(() => calls('POST /admin/securityConfig/rehearse').map(({ body }) => body))
    .toEqual([
      { title: 'lockout', body: 'attempts: 4\n' },
      { title: 'lockout', body: 'attempts: 3' },
    ])
})

test('A-76 a document that nobody reads is not rehearsed', async () => {
  const { calls, editor, field, page } = await opened('/new', 'New configuration')
  await field('Title').fill('firewall')
  await editor.click()
  await userEvent.keyboard('a: 1')
  await expect.element(page.getByText('Nothing is wrong with it')).toBeVisible()
  await expect.poll(() => calls('POST /admin/securityConfig/check').length).toBeGreaterThan(0)
  expect(calls('POST /admin/securityConfig/rehearse')).toHaveLength(0)
  expect(document.querySelector('.rehearsal')).toBeNull()
})

test('R7.5-20 history shows what each version changed, and one of them comes back into the form', async () => {
  const { button, calls, editor, page } = await opened(`/${id}`, 'lockout')
  await button('History').click()
  await expect.element(page.getByRole('heading', { name: 'Changed in version 2' })).toBeVisible()
  expect(document.querySelector('.cm-deletedChunk')?.textContent).toContain('attempts: 5')
  await page.getByRole('button', { name: /Version 1/ }).click()
  await button('Restore').click()
  await expect.element(editor).toHaveTextContent('attempts: 5')
  await button('Save').click()
  await expect
    .poll(() => calls(`PUT /admin/securityConfig/${id}`).map(({ body }) => body))
    .toEqual([{ title: 'lockout', description: null, body: 'attempts: 5\n', modifiedOn: saved.modifiedOn }])
})

test('R7.5-20 the first version is shown whole, and what did not change between others in the reader’s language', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line${at}: 1\n`).join('')
  const bodies = [`${lines}more: 1\n`, lines]
  const { button, page } = await opened(`/${id}`, 'lockout', {
    [`GET /admin/securityConfig/${id}/versions`]: {
      body: bodies.map((body, at) => DocumentVersion.parse({ ...versions[at], body })),
    },
  })
  await button('History').click()
  await expect.element(page.getByText('17 unchanged lines')).toBeVisible()
  await page.getByRole('button', { name: /Version 1/ }).click()
  await expect.element(page.getByRole('heading', { name: 'The first version' })).toBeVisible()
  await expect.poll(() => document.querySelector('.doc-history .cm-content')?.textContent).toContain('line0: 1line1: 1')
})

test('A-75 R5.5-08 R7.5-21 policies have a tab of their own, and an id that their author chooses', async () => {
  const { page, button } = await opened('/policies', 'Security Configuration')
  await expect.element(page.getByRole('tab', { name: 'Policies' })).toHaveAttribute('aria-selected', 'true')
  await expect
    .element(page.getByRole('link', { name: 'Remote work' }))
    .toHaveAttribute('href', '/identity/admin/securityConfig/policies/remote.work')
  await button('New policy').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'New policy' })).toBeVisible()
  await button('Save').click()
  await expect.element(page.getByText('Id is required')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Id' })).toHaveAttribute('maxlength', '199')
})

const user = UserItem.parse({
  ...{ id, userName: 'ana.gil', firstName: 'Ana', lastName: 'Gil', email: 'ana@people.example', areaName: 'Grants' },
  ...{ locked: false, lockState: 'None', draft: false, validateScopes: false, missingRole: null },
  modifiedOn: saved.modifiedOn,
})

test('A-75 a new policy is asked before it is saved, for a day and a time of the reader', async () => {
  const { button, calls, editor, field, page, text } = await opened('/newPolicy', 'New policy', {
    'GET /admin/users': { body: { items: [user], count: 1 } },
    'POST /admin/policy/evaluateDraft': {
      body: PolicyDecision.parse({
        ...{ policyId: '', title: '', mode: 'enforce', decision: 'allow', rule: null, considered: [] },
      }),
    },
  })
  await editor.click()
  await userEvent.keyboard('rules: ')
  await page.getByRole('combobox', { name: 'User' }).fill('ana')
  await page.getByRole('option', { name: /Ana Gil/ }).click()
  await page.getByRole('textbox', { name: 'Day' }).fill('5-3-2026')
  await field('Time').fill('25:00')
  await expect.element(text('A time such as 14:30')).toBeVisible()
  await expect.element(button('Decide')).toBeDisabled()
  await field('Time').fill('9:05')
  await button('Decide').click()
  await expect.element(text(/^Allowed/)).toBeVisible()
  expect(calls('POST /admin/policy/evaluateDraft').map(({ body }) => body)).toMatchObject([
    { userId: id, body: 'rules: ', at: new Date(2026, 2, 5, 9, 5).toISOString() },
  ])
})

test('A-75 what a policy would decide is asked with its text as it stands, and the rule is named with its line', async () => {
  const decision = PolicyDecision.parse({
    ...{ policyId: 'remote.work', title: 'Remote work', mode: 'report', decision: 'deny' },
    rule: { line: 3, name: 'night', effect: 'deny', reason: 'Closed at night' },
    considered: [
      { line: 3, name: 'night', applies: true, conditions: [{ condition: 'addresses', unless: true, holds: false }] },
    ],
  })
  const { button, calls, field, page, text } = await opened('/policies/remote.work', 'Remote work', {
    'GET /admin/users': { body: { items: [user], count: 1 } },
    'POST /admin/policy/remote.work/evaluate': { body: decision },
  })
  await expect.element(button('Decide')).toBeDisabled()
  await page.getByRole('combobox', { name: 'User' }).fill('ana')
  await page.getByRole('option', { name: /Ana Gil/ }).click()
  await field('Application').fill('payroll')
  await field('Address').fill('192.0.2.1')
  await page.getByRole('radio', { name: 'Password and code' }).click()
  await userEvent.keyboard('{Enter}')
  await expect.element(text('Denied by the rule in line 3: Closed at night')).toBeVisible()
  await expect.element(text(/The mode is report/)).toBeVisible()
  await expect.element(page.getByText('unless addresses')).toBeVisible()
  expect(calls('POST /admin/policy/remote.work/evaluate').map(({ body }) => body)).toEqual([
    {
      ...{
        userId: id,
        application: 'payroll',
        act: 'open',
        at: null,
        address: '192.0.2.1',
        amr: ['pwd', 'otp', 'mfa'],
      },
      body: 'a: 1\n',
    },
  ])
  expect(calls('PUT /admin/policy')).toHaveLength(0)
})
