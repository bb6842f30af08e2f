// Changing one item of a list that is at hand (R5.7-03).
import i18next from 'i18next'

/** A list with that one item changed; anyone who finds none, or several, has the wrong list. */
export const patchItem = <Item>(
  items: readonly Item[],
  isIt: (item: Item) => boolean,
  change: Partial<Item>,
): Item[] => {
  const found = items.filter(isIt)
  if (found.length !== 1) throw new Error(i18next.t('errors:noItemToPatch'))
  return items.map((item) => (item === found[0] ? { ...item, ...change } : item))
}
