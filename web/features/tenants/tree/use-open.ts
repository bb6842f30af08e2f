// Which tenants of the tree are open, and with how many pages of their children.
import { useState } from 'react'
import { globalTenant } from '#contract/tenants.ts'

const beginning: ReadonlyMap<string, number> = new Map([[globalTenant, 1]])

/** Open tenants, with how many pages of their children are shown. */
export const useOpen = () => {
  const [pages, setPages] = useState(beginning)
  return {
    pages,
    toggle: (id: string) =>
      setPages((before) => {
        const after = new Map(before)
        if (!after.delete(id)) after.set(id, 1)
        return after
      }),
    more: (id: string) => setPages((before) => new Map(before).set(id, (before.get(id) ?? 0) + 1)),
    reveal: (ids: readonly string[]) =>
      setPages(
        (before) => new Map([...before, ...ids.filter((id) => !before.has(id)).map((id): [string, number] => [id, 1])]),
      ),
    close: () => setPages(beginning),
  }
}
