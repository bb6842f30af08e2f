// Own sessions, the copy of one's data, and what is closed to anyone who impersonates somebody.
import { afterEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { notifications } from '#contract/notifications.ts'
import { personalData } from '#contract/personal-data.ts'
import { type OwnSession, sessions } from '#contract/sessions.ts'
import { close, open } from '#web/app/portal.harness.tsx'

afterEach(close)

const session = (number: number, change: Partial<OwnSession> = {}): OwnSession => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  browser: 'Chrome',
  system: 'Windows',
  device: 'desktop',
  ip: '10.24.8.17',
  startedOn: new Date(Date.now() - 7_200_000).toISOString(),
  lastSeenOn: new Date(Date.now() - 3_600_000).toISOString(),
  isCurrent: false,
  ...change,
})
const list = (...items: OwnSession[]) => ({ body: sessions.list.output.parse({ items, count: items.length }) })
const three = () =>
  list(
    session(1, { isCurrent: true }),
    session(2, { browser: 'Safari', system: 'iPhone', device: 'phone', ip: '83.41.7.20' }),
    session(3, { browser: null, system: null, device: 'unknown', ip: null }),
  )

test('one sees where one is signed in, ends one session, and then all others', async () => {
  const { button, text, page, calls, answers } = await open({
    at: '/identity/profile',
    answers: { 'GET /profile/sessions': three() },
  })
  await expect.element(text('Chrome on Windows')).toBeVisible()
  await expect.element(text('This device')).toBeVisible()
  await expect.element(text('83.41.7.20 · Active 1 hour ago')).toBeVisible()
  await expect.element(text('Unknown device')).toBeVisible()
  answers['DELETE /profile/sessions/00000000-0000-4000-8000-000000000002'] = () => {
    answers['GET /profile/sessions'] = list(session(1, { isCurrent: true }), session(3))
    return { body: {} }
  }
  await button('End session: Safari on iPhone').click()
  await expect.element(text('Session ended: Safari on iPhone')).toBeVisible()
  await expect.element(text('Safari on iPhone')).not.toBeInTheDocument()
  answers['POST /profile/sessions/endOthers'] = () => {
    answers['GET /profile/sessions'] = list(session(1, { isCurrent: true }))
    return { body: sessions.endOthers.output.parse({ ended: 1 }) }
  }
  await button('End all others').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect.element(text('You are signed out everywhere else')).toBeVisible()
  await expect.element(button('End all others')).not.toBeInTheDocument()
  expect(calls('POST /profile/sessions/endOthers')).toHaveLength(1)
})

test('R2.6-07 My data is prepared in the background, and comes as an Excel file to whoever waits', async () => {
  const { button, text, calls, answers } = await open({ at: '/identity/profile' })
  const notices: z.input<typeof notifications.active.output> = {
    items: [
      {
        id: '00000000-0000-4000-8000-0000000000aa',
        type: 'ExportMyData',
        description: 'Copy of your data: finished',
        readed: false,
        data: {},
        createdOn: new Date().toISOString(),
        file: { name: 'MyData.xlsx', size: 9000, url: 'sealed' },
      },
    ],
    count: 1,
    unread: 1,
  }
  answers['POST /profile/myData'] = {
    body: personalData.prepare.output.parse({
      success: true,
      errors: [],
      process: {
        id: '00000000-0000-4000-8000-0000000000bb',
        type: 'ExportMyData',
        startTime: new Date().toISOString(),
      },
    }),
  }
  answers['GET /admin/filestorage/downloadExcel'] = { text: 'the file' }
  await button('My data').click()
  await expect.element(text(/Being prepared/)).toBeVisible()
  await expect.element(button('My data')).toBeDisabled()
  answers['GET /admin/notifications/active'] = { body: notifications.active.output.parse(notices) }
  await expect.poll(() => calls('GET /admin/filestorage/downloadExcel?url=sealed').length).toBe(1)
  await expect.element(button('My data')).toBeEnabled()
  expect(calls('POST /profile/myData')).toHaveLength(1)
})

test('A-77 anyone who impersonates somebody finds everything, and may change nothing of it', async () => {
  const { button, text, page } = await open({
    at: '/identity/profile',
    who: { act: { sub: 'a-god' } },
    answers: { 'GET /profile/sessions': three() },
  })
  await expect.element(text('Chrome on Windows')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'First name' })).toBeDisabled()
  for (const name of ['Change password', 'My data', 'Save']) await expect.element(button(name)).toBeDisabled()
  for (const name of ['Change picture', 'End all others', 'End session: Safari on iPhone'])
    await expect.element(button(name)).not.toBeInTheDocument()
})
