// What others decide shows in the lists that are open, without a reload.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { close, marta, open } from '#web/app/portal.harness.tsx'
import { openSocket, playSocket } from '#web/lib/realtime.harness.ts'
import { altamira, clara, list, matteo, openClients, request, usersOf } from './consultants.harness.tsx'

beforeEach(playSocket)
afterEach(async () => {
  sessionStorage.clear()
  await close()
})

const requests = 'GET /admin/operationRequests'
const counts = { WaitingForApprover: 1, Applied: 0, Rejected: 0, RollBack: 0, Cancelled: 0 }
const waiting = request({ displayName: 'Clara Domenech', canApprove: true, isMine: false })

test('a request that another approver decides is decided in the open list as well', async () => {
  const { row, answers } = await openClients({
    path: 'clients?view=requests',
    more: { [requests]: { body: { items: [waiting], count: 1, counts, decidable: 1 } } },
  })
  await expect.element(row('Clara Domenech')).toMatchTextContent(/Waiting/)
  const socket = await openSocket()
  const rejected = { items: [{ ...waiting, status: 'Rejected', canApprove: false }], count: 1, decidable: 0 }
  answers[requests] = { body: { ...rejected, counts: { ...counts, WaitingForApprover: 0, Rejected: 1 } } }
  socket.tell('ListsChanged', { userId: marta.sub, lists: ['operationRequests', 'users'] })
  await expect.element(row('Clara Domenech')).toMatchTextContent(/Rejected/)
})

test('R2.6-21 the open list of a tenant’s users shows who has access since; the bell says nothing', async () => {
  const { row, answers, calls } = await openClients({ people: [matteo, clara] })
  await expect.element(row('Clara Domenech')).toMatchTextContent(/Waiting/)
  const socket = await openSocket()
  const before = calls('GET /admin/notifications/active').length
  answers[`GET ${usersOf(altamira)}`] = list([matteo, { ...clara, draft: false, status: 'Applied', requestId: null }])
  socket.tell('ListsChanged', { userId: marta.sub, lists: ['users'] })
  await expect.element(row('Clara Domenech')).not.toMatchTextContent(/Waiting/)
  expect(calls('GET /admin/notifications/active')).toHaveLength(before)
})

test('a page that shows none of these lists asks for nothing', async () => {
  const { sent, text } = await open()
  await expect.element(text('Welcome:')).toBeVisible()
  const socket = await openSocket()
  await expect.element(text('Wait while redirect...')).not.toBeInTheDocument()
  const before = sent.length
  socket.tell('ListsChanged', { userId: marta.sub, lists: ['operationRequests', 'users'] })
  expect(sent.slice(before)).toEqual([])
})
