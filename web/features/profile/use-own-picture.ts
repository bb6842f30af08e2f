// Pictures are cached for an hour: a new one of one's own has another address, in this browser, from now on.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Profile, profile } from '#contract/profile.ts'
import { preferences } from '#web/lib/preferences.ts'
import { usePortal } from '#web/lib/session/portal-context.ts'
import { reading } from '#web/lib/use-endpoint.ts'

/** Gives whether anything is new; nothing is, for anyone who never had a picture. */
const remember = ({ avatarVersion: version }: Profile) => {
  const known = preferences.read().avatarVersion
  const avatarVersion = version ?? (known && 'none')
  if (avatarVersion === known) return false
  preferences.write({ avatarVersion })
  return true
}

/** Shows what was saved: here, and with the renewed sign-in at the top of the page and in other tabs. */
export const useShowPicture = () => {
  const answers = useQueryClient()
  const { session } = usePortal()
  return (me: Profile) => {
    answers.setQueryData(reading(profile.read, {}).queryKey, me)
    if (remember(me)) void session.renew()
  }
}

/** A browser that shows an older picture learns from the profile that there is another one. */
export const useOwnPicture = (me: Profile | undefined) => {
  const { session } = usePortal()
  useEffect(() => {
    if (me && remember(me)) void session.renew()
  }, [me, session])
}
