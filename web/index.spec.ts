import { expect, test } from 'vitest'
import html from './index.html?raw'

test('R2.1-04 R2.1-05 the base tag is the first thing in the page, and says /identity/', () => {
  expect(/<head>\s*(<[^>]+>)/.exec(html)?.[1]).toBe('<base href="/identity/" />')
})

test('the page has no script and no style of its own inside, so that the strict policy holds', () => {
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
  for (const [script] of html.matchAll(/<script[^>]*>[^<]*/g)) expect(script).toMatch(/src="[^"]+"[^>]*>$/)
})
