import { expect, test } from 'vitest'
import { plainAddress } from './plain-address.ts'

test('an IPv4 address over an IPv6 socket is one; of a caller who hung up there is none', () => {
  expect(['::ffff:10.0.0.7', '10.0.0.7', '2001:db8::7', undefined].map(plainAddress)).toEqual([
    '10.0.0.7',
    '10.0.0.7',
    '2001:db8::7',
    '',
  ])
})
