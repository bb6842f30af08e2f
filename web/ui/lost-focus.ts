// The focus falls to the body, in front of all there is, where what had it is gone: then it goes on in the page.

/** Not where the focus is out of the page, at the address bar: from there nothing takes it. */
export const isFocusLost = () => document.hasFocus() && document.activeElement === document.body

/** After whoever keeps the focus beside what went. */
export const goOnInPage = () =>
  setTimeout(() => {
    if (isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true })
  })

/** Nowhere, or in the page as a whole: whoever knows a better place may take it there. */
export const isFocusFree = () =>
  document.activeElement === document.body || document.activeElement === document.getElementById('content')
