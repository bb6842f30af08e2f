// The bubble that shows the words of `data-tip`: under a pointer that rests there, where the keyboard goes, and at a
// touch, long on what can be pressed and short on what cannot. One bubble for the whole page, so that a list of a
// hundred rows costs nothing. It can be pointed at, and Escape hides it and nothing else (WCAG 1.4.13).
// Loaded by `load-tooltips.ts`. Marks are made by hand or by `tip.tsx`.
import { stayAt } from './floating.ts'
import './tooltip.css'

const marked = '[data-tip]:not([data-tip=""])'
const restMs = 350
const leaveMs = 150
/** Shorter than after which phones open a menu of their own. */
const holdMs = 420
const moves = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

type OpenTooltip = { readonly anchor: HTMLElement; readonly end: () => void }

const bubble = document.createElement('span')
bubble.id = 'tooltip'
bubble.role = 'tooltip'
bubble.className = 'reason'
bubble.popover = 'manual'

let shown: OpenTooltip | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let movedByKey = false
/** Whether it stays for as long as its control has the focus: the pointer's words go with the pointer. */
let staysFocused = false
let swallowsClick = false

const later = (ms: number, work: () => void) => {
  clearTimeout(timer)
  timer = setTimeout(work, ms)
}

const tipped = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(marked) : undefined

/** A control that says why it does nothing: its words are shown at any focus, click or touch. */
const isHeld = (element: HTMLElement) => element.matches('[aria-disabled="true"], .reasoned')

/** A dialog that opens focuses its first control, which may be off: its name alone covers nothing there. */
const saysWhy = (element: HTMLElement) => isHeld(element) && element.ariaLabel !== element.dataset['tip']

const doesSomething = (element: HTMLElement) =>
  !isHeld(element) && element.closest('a[href], button, input, select, textarea, label, [role="treeitem"]') !== null

/** What its name or its description says already is not said to a screen reader a second time. */
const isSaid = (element: HTMLElement, words: string) => {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return element.ariaLabel === words || ids.some((id) => document.getElementById(id)?.textContent === words)
}

/** What is for screen readers alone (`.sr`) is always cut. */
const isCut = (element: HTMLElement) =>
  [element, ...element.querySelectorAll<HTMLElement>(':not(.sr, .sr *)')].some(
    (one) => one.scrollWidth > one.clientWidth,
  )

/** Nothing but what stands there anyway, with room for all of it. */
const isReadAnyway = (element: HTMLElement, words: string) => element.innerText.includes(words) && !isCut(element)

/** Its panel lies where the words would. */
const hasOpened = (element: HTMLElement) => element.matches('[aria-haspopup][aria-expanded="true"]')

const describe = (element: HTMLElement, words: string) => {
  if (isSaid(element, words)) return () => {}
  const before = element.getAttribute('aria-describedby')
  element.setAttribute('aria-describedby', [before, bubble.id].filter(Boolean).join(' '))
  return () => {
    const rest =
      element
        .getAttribute('aria-describedby')
        ?.split(' ')
        .filter((id) => id !== bubble.id) ?? []
    if (rest.length > 0) element.setAttribute('aria-describedby', rest.join(' '))
    else element.removeAttribute('aria-describedby')
  }
}

const hide = () => {
  clearTimeout(timer)
  shown?.end()
  shown = undefined
  staysFocused = false
}

/** With the words as they are now, and not longer than what they are of. */
const follow = (anchor: HTMLElement) => {
  const observer = new MutationObserver(() => {
    const words = anchor.dataset['tip']
    if (!anchor.isConnected || !words || !bubble.isConnected) hide()
    else if (bubble.textContent !== words) bubble.textContent = words
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-tip'] })
  return () => observer.disconnect()
}

const show = (anchor: HTMLElement) => {
  clearTimeout(timer)
  const words = anchor.dataset['tip']
  if (!words || !anchor.isConnected || shown?.anchor === anchor) return
  hide()
  if (isReadAnyway(anchor, words) || hasOpened(anchor)) return
  bubble.textContent = words
  // A modal dialog takes the pointer from everything outside of it.
  ;(anchor.closest('dialog') ?? document.body).append(bubble)
  bubble.showPopover()
  const unsay = describe(anchor, words)
  const leave = stayAt({ panel: bubble, anchor, placement: 'bottom', clearOf: '[role="alert"]', onLost: hide })
  const forget = follow(anchor)
  const end = () => {
    forget()
    leave()
    unsay()
    bubble.remove()
  }
  shown = { anchor, end }
}

/** At its control's focus: stays for as long as that has it, wherever the pointer goes. */
const showFocused = (anchor: HTMLElement) => {
  show(anchor)
  staysFocused = shown?.anchor === anchor && anchor.matches(':focus-within')
}

const leave = () => {
  if (staysFocused) clearTimeout(timer)
  else later(leaveMs, hide)
}

const onOver = ({ target, pointerType }: PointerEvent) => {
  if (pointerType === 'touch') return
  const anchor = bubble === target ? shown?.anchor : tipped(target)
  if (anchor && anchor !== shown?.anchor) later(shown ? leaveMs : restMs, () => show(anchor))
  else if (anchor) clearTimeout(timer)
  else leave()
}

const onFocus = ({ target }: FocusEvent) => {
  const anchor = tipped(target)
  if (anchor && (anchor === target || anchor.matches('label')) && (movedByKey || saysWhy(anchor))) showFocused(anchor)
  movedByKey = false
}

const onBlur = ({ target }: FocusEvent) => shown && shown.anchor === tipped(target) && hide()

const onDown = ({ target, pointerType }: PointerEvent) => {
  swallowsClick = false
  const anchor = tipped(target)
  if (bubble !== target && (!anchor || anchor !== shown?.anchor)) hide()
  if (pointerType !== 'touch') return clearTimeout(timer)
  if (!anchor || !doesSomething(anchor)) return
  later(holdMs, () => {
    swallowsClick = true
    show(anchor)
  })
}

const onUp = ({ target, pointerType }: PointerEvent) => {
  if (pointerType !== 'touch') return
  clearTimeout(timer)
  const anchor = tipped(target)
  if (anchor && !doesSomething(anchor)) show(anchor)
}

/** The end of a long touch is no press; a press otherwise ends the words, unless they say why it did nothing. */
const onClick = (event: MouseEvent) => {
  const anchor = tipped(event.target)
  if (swallowsClick) {
    swallowsClick = false
    event.preventDefault()
    event.stopImmediatePropagation()
  } else if (anchor && isHeld(anchor)) showFocused(anchor)
  else if (anchor && doesSomething(anchor) && event.detail > 0) hide()
}

const onKey = (event: KeyboardEvent) => {
  movedByKey = moves.has(event.key)
  if (event.key !== 'Escape' || !shown) return
  event.preventDefault()
  event.stopImmediatePropagation()
  hide()
}

addEventListener('pointerover', onOver)
document.documentElement.addEventListener('pointerleave', leave)
addEventListener('focusin', onFocus)
addEventListener('focusout', onBlur)
addEventListener('pointerdown', onDown, true)
addEventListener('pointerup', onUp, true)
addEventListener('pointercancel', () => clearTimeout(timer), true)
addEventListener('click', onClick, true)
addEventListener('keydown', onKey, true)

/** What the pointer or the keyboard is at already. */
const now = document.querySelector<HTMLElement>(`${marked}:focus-visible`)
const under = [...document.querySelectorAll<HTMLElement>(`${marked}:hover`)].at(-1)
if (now && (isHeld(now) || !now.matches('input, textarea'))) showFocused(now)
else if (under && matchMedia('(hover: hover)').matches) later(restMs, () => show(under))
