// The applications of the reader, and what is done to them.
import { useLocation } from '@tanstack/react-router'
import i18next from 'i18next'
import { hub } from '#contract/hub.ts'
import { showFailure } from '#web/lib/notices.ts'
import { patchItem } from '#web/lib/patch-item.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { optimistic, useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { inOrder } from './listing.ts'

/** R4.6-05: the page's address decides. */
export const useViewer = () => {
  const { roles } = useMe()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const query = new URLSearchParams(search)
  return { viewer: { roles, prerelease: query.has('prerelease') }, stay: query.has('noredirect') }
}

export const useHomeInfo = () => useRead(hub.homeInfo)

const failed = (error: unknown) => showFailure(i18next.t('errors:failedAction'), error)

/** Changes at once, and back with a message (docs/ux.md, rule 5); once it is stored it can be undone. */
export const useFavorite = () => {
  const write = useWrite(hub.favorite, {
    optimistic: optimistic(hub.homeInfo, (home, { input }: { input: { AppId: number; IsFavorite: boolean } }) => {
      const items = patchItem(home.applications.items, ({ id }) => id === input.AppId, {
        isUserFavorite: input.IsFavorite,
      })
      return { ...home, applications: { ...home.applications, items } }
    }),
  })
  const set = (AppId: number, IsFavorite: boolean, onSuccess?: () => void) =>
    write.mutate({ input: { AppId, IsFavorite } }, { onError: failed, onSuccess })
  return ({ id, title, isUserFavorite }: { id: number; title: string; isUserFavorite: boolean }) =>
    set(id, !isUserFavorite, async () => {
      const { sayFavorite } = await import('./favorite-notice.ts')
      await sayFavorite({ title, is: !isUserFavorite, undo: () => set(id, isUserFavorite) })
    })
}

export const useReorder = () => {
  const write = useWrite(hub.reorder, {
    optimistic: optimistic(hub.homeInfo, (home, { input }: { input: { Order: number[] } }) => {
      const items = inOrder(home.applications.items, input.Order)
      return { ...home, applications: { ...home.applications, items } }
    }),
  })
  return (ids: readonly number[], onError: (error: unknown) => void) =>
    write.mutate({ input: { Order: [...ids] } }, { onError })
}
