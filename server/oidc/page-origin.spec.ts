import { expect, test } from 'vitest'
import { isServerOrOwnPage, isPageOf } from './page-origin.ts'

const client = (...redirectUris: string[]) => ({ redirectUris }) as never

test('T52 the pages of an application are those of the origins of its addresses, and no other', () => {
  const shop = client('https://shop.example/callback', 'http://localhost:9/callback')
  expect(['https://shop.example', 'http://localhost:9'].filter((origin) => isPageOf(shop, origin))).toHaveLength(2)
  const others = ['http://shop.example', 'https://shop.example.evil', 'https://shop.example:8443', 'null', '']
  expect(others.filter((origin) => isPageOf(shop, origin))).toEqual([])
})

test('T52 a sandboxed page is nobody’s, though the address of a native application has no origin either', () => {
  expect(isPageOf(client('com.example.shop:/callback'), 'null')).toBe(false)
})

test('whoever says no origin is no page', () => {
  expect([isServerOrOwnPage(client(), undefined), isServerOrOwnPage(client(), 'https://shop.example')]).toEqual([
    true,
    false,
  ])
})
