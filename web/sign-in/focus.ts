// A change of view moves the focus with it, so that nobody is left on a button that is gone.
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
