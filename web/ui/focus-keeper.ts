// The focus falls to the body, in front of all there is, where what had it is gone: then it goes on inside the dialog
// that is open, rather at the way back that is offered there, or else in the page. Loaded with the tooltips.

const control = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])'

let last = document.activeElement

/** Not where the focus is out of the page, at the address bar: from there nothing takes it. */
const isLost = () => last?.isConnected === false && document.hasFocus() && document.activeElement === document.body

const next = () => {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  if (!dialog) return document.getElementById('content')
  return dialog.querySelector<HTMLElement>(`[role=status] ${control}`) ?? dialog.querySelector<HTMLElement>(control)
}

/** After whoever keeps the focus beside what went. */
const goOn = () => {
  const to = isLost() ? next() : undefined
  to?.focus({ preventScroll: to.id === 'content' })
}

addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) last = target
})
new MutationObserver(() => {
  if (isLost()) setTimeout(goOn)
}).observe(document.body, { childList: true, subtree: true })

export {}
