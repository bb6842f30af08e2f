// R4.1-05: what is remembered goes on start (see start.tsx), after an idle period, on forward navigation, and when
// somebody else is signed in.
import type { QueryClient } from '@tanstack/react-query'
import { clientCache } from '#web/lib/client-cache.ts'
import { forgetAnswers } from '#web/lib/query-cache.ts'
import { idleAfter, lastActivity, onActivity } from '#web/lib/session/activity.ts'
import type { Portal } from '#web/lib/session/portal-context.ts'

type Navigation = { history: { subscribe: (hear: (event: { action: { type: string } }) => void) => () => void } }

export const keepCachesFresh = ({
  answers,
  router,
  session,
}: {
  answers: QueryClient
  router: Navigation
  session: Portal['session']
}) => {
  const forget = () => {
    clientCache.clear()
    forgetAnswers(answers)
  }

  let before = lastActivity()
  onActivity(() => {
    if (lastActivity() - before >= idleAfter) {
      forget()
      void answers.invalidateQueries()
    }
    before = lastActivity()
  })

  // After the page that is left has let go of its answers.
  router.history.subscribe(({ action }) => {
    if (action.type === 'PUSH') setTimeout(forget)
  })

  let who: string | undefined
  session.subscribe(() => {
    const state = session.state()
    if (state.kind !== 'signed-in') return
    if (who && who !== state.identity.id) answers.clear()
    who = state.identity.id
  })
}
