import { expect, test, vi } from 'vitest'
import { createReLogin } from './re-login.ts'

test('R4.1-03 at most three silent sign-ins in a row', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  const outcomes = [await reLogin.denied(), await reLogin.denied(), await reLogin.denied(), await reLogin.denied()]
  expect(outcomes).toEqual([true, true, true, false])
  expect(renew).toHaveBeenCalledTimes(3)
})

test('R4.1-03 a success sets the counter to zero', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  for (let round = 0; round < 5; round += 1) {
    await reLogin.denied()
    reLogin.accepted()
  }
  expect(renew).toHaveBeenCalledTimes(5)
})

test('R4.1-03 calls denied at the same time share one silent sign-in', async () => {
  const renew = vi.fn(async () => true)
  const reLogin = createReLogin(renew)
  expect(
    await Promise.all([reLogin.denied(), reLogin.denied(), reLogin.denied(), reLogin.denied(), reLogin.denied()]),
  ).toEqual([true, true, true, true, true])
  expect(renew).toHaveBeenCalledOnce()
})
