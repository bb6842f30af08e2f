import { expect, test, vi } from 'vitest'
import { createReLogin } from './re-login.ts'

test('R4.1-03 at most three silent sign-ins in a row', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  const outcomes = [
    await reLogin.denied('GET /a'),
    await reLogin.denied('GET /a'),
    await reLogin.denied('GET /a'),
    await reLogin.denied('GET /a'),
  ]
  expect(outcomes).toEqual([true, true, true, false])
  expect(renew).toHaveBeenCalledTimes(3)
})

test('R4.1-03 a success sets the counter to zero', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  for (let round = 0; round < 5; round += 1) {
    await reLogin.denied('GET /a')
    reLogin.accepted('GET /a')
  }
  expect(renew).toHaveBeenCalledTimes(5)
})

test('R4.1-03 calls denied at the same time share one silent sign-in', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  expect(
    await Promise.all([
      reLogin.denied('GET /a'),
      reLogin.denied('GET /a'),
      reLogin.denied('GET /a'),
      reLogin.denied('GET /a'),
      reLogin.denied('GET /a'),
    ]),
  ).toEqual([true, true, true, true, true])
  expect(renew).toHaveBeenCalledOnce()
})

test('R4.1-03 each endpoint has a row of its own, which the others neither end nor lengthen', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  const outcomes = []
  for (let round = 0; round < 4; round += 1) {
    outcomes.push(await reLogin.denied('GET /a'))
    reLogin.accepted('GET /b')
  }
  expect(outcomes).toEqual([true, true, true, false])
  expect(await reLogin.denied('GET /b')).toBe(true)
  expect(renew).toHaveBeenCalledTimes(4)
})

test('R4.1-03 calls of one endpoint that are denied together count once', async () => {
  const reLogin = createReLogin(async () => true)
  for (let round = 0; round < 3; round += 1)
    expect(await Promise.all([1, 2, 3, 4].map(() => reLogin.denied('GET /a')))).toEqual([true, true, true, true])
  expect(await reLogin.denied('GET /a')).toBe(false)
})
