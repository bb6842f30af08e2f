// The spinner of a page and an icon that turns have one class; only the first is drawn by it.
import { afterEach, expect, test } from 'vitest'
import './base.css'
import './boot.css'
import './status.css'

afterEach(() => {
  document.body.innerHTML = ''
})

const drawn = (selector: string) => {
  const { width, borderTopWidth, animationName } = getComputedStyle(document.querySelector(selector)!)
  return [width, borderTopWidth, animationName]
}

test('an icon that turns beside a name keeps its size and gets no ring', () => {
  document.body.innerHTML = '<i class="spin"></i><svg class="spin" width="15" height="15"></svg>'
  expect(drawn('i')).toEqual(['34px', '3px', 'spin'])
  expect(drawn('svg')).toEqual(['15px', '0px', 'turn'])
})
