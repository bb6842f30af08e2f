// The spinner of a page and an icon that turns have one class; only the first is drawn by it.
import { expect, test } from 'vitest'
import './base.css'
import boot from './boot.css?inline'
import status from './status.css?inline'

test('an icon that turns beside a name keeps its size and gets no ring', () => {
  const place = document.body.appendChild(document.createElement('div'))
  // By these style sheets alone: other specs leave theirs in the document.
  const inside = place.attachShadow({ mode: 'open' })
  inside.innerHTML = `<style>${boot} ${status}</style><i class="spin"></i><svg class="spin" width="15" height="15"></svg>`
  const drawn = (selector: string) => {
    const { width, borderTopWidth, animationName } = getComputedStyle(inside.querySelector(selector)!)
    return [width, borderTopWidth, animationName]
  }
  expect(drawn('i')).toEqual(['34px', '3px', 'spin'])
  expect(drawn('svg')).toEqual(['15px', '0px', 'turn'])
  place.remove()
})
