// The page itself, without what stands around or beside it: where "Skip to the content" leads.
import type { ReactNode } from 'react'

export const PageMain = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1}>
    {children}
  </main>
)
