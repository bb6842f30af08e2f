// Whether the focus may be taken to a better place, after what had it is gone (focus-keeper.ts).

/** Nowhere, or in the page as a whole: whoever knows a better place may take it there. */
export const isFocusFree = () =>
  document.activeElement === document.body || document.activeElement === document.getElementById('content')
