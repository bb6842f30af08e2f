/** Ctrl K, or ⌘ K (docs/ux.md, rule 7). */
export const callsPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey
