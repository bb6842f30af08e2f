// What became of a favourite, with the way back. Loaded with the first one.
import i18next from 'i18next'
import { addTexts } from '#web/lib/i18n.ts'
import { showNotice } from '#web/lib/notices.ts'

type FavoriteChange = { readonly title: string; readonly is: boolean; readonly undo: () => void }

export const sayFavorite = async ({ title, is, undo }: FavoriteChange) => {
  await addTexts('hub-dialogs')
  showNotice({
    kind: 'success',
    title: i18next.t(is ? 'hub-dialogs:favoriteAdded' : 'hub-dialogs:favoriteGone', { title }),
    action: { label: i18next.t('hub-dialogs:undo'), run: undo },
  })
}
