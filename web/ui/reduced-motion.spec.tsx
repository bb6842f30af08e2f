import { afterEach, expect, test } from 'vitest'
import './base.css'
import './boot.css'

afterEach(() => {
  document.body.replaceChildren()
})

test('ux.md note 23: for whoever asked for less motion nothing keeps turning, and what changes is there at once', async () => {
  document.body.innerHTML = '<i class="spin"></i><p>Text</p><dialog></dialog>'
  document.querySelector('dialog')?.showModal()
  await expect.poll(() => document.getAnimations()).toEqual([])
  const text = document.querySelector('p')
  if (!text) throw new Error('The paragraph is gone.')
  expect(getComputedStyle(text).color).not.toBe('rgb(1, 2, 3)')
  text.style.color = 'rgb(1, 2, 3)'
  expect(getComputedStyle(text).color).toBe('rgb(1, 2, 3)')
  expect(document.getAnimations()).toEqual([])
})
