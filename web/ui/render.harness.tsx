// The React that users get draws when it has time, and has no `act` to wait with: here it has drawn when `render` is
// done.
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type RenderResult, render as begin } from 'vitest-browser-react'

export const render = (content: ReactNode): Promise<RenderResult> => flushSync(() => begin(content))
