// What the server tells by itself (R7.13).
import { under } from './base.ts'
import { openHub } from './signalr.ts'

type RealtimeListeners = {
  /** Something new, or only reason to look. */
  notification(isNew: boolean): void
  process(): void
  /** What stands in these lists changed, by the name of their resource. */
  lists(changed: readonly string[]): void
  /** A session of this person ended; perhaps the one of this page. */
  sessionEnded(): void
  /** While it is not, anyone who wants to know has to ask. */
  connected(is: boolean): void
}

type NewNotification = { notification?: { description?: string } }

export const openRealtime = ({
  notification,
  process,
  lists,
  sessionEnded,
  connected,
}: RealtimeListeners): { close(): void } =>
  openHub({
    path: under('hubs/notifications'),
    connected,
    invoked: (target, argument) => {
      // Its words are in the language of the profile: the page reads it in its own.
      if (target === 'NewNotification') notification(Boolean((argument as NewNotification).notification?.description))
      else if (target === 'NewProcess') process()
      else if (target === 'ListsChanged') lists((argument as { lists: string[] }).lists)
      else if (target === 'SessionEnded') sessionEnded()
      else if (target === 'BeginConnection') {
        // What was told before is lost: looking is the only way to know.
        notification(false)
        process()
      }
    },
  })
