import { Outlet } from '@tanstack/react-router'
import { Notices } from '#web/ui/notices.tsx'
import { PageAnnouncer } from './page-announcer.tsx'
import { SessionWatch } from './session/session-watch.tsx'

/** What is over every page: the messages and the end of the session. */
export const RootLayout = () => (
  <>
    <Outlet />
    <PageAnnouncer />
    <SessionWatch>{(warning) => <Notices>{warning}</Notices>}</SessionWatch>
  </>
)
