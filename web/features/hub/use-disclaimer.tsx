// R2.5-48: an application whose disclaimer is not accepted yet shows it instead of opening.
import { type MouseEvent, useState } from 'react'
import type { HubItem } from '#contract/hub.ts'
import { lazily } from '#web/ui/lazily.tsx'

const Dialog = lazily(async () => (await import('./disclaimer-dialog.tsx')).DisclaimerDialog)

/** Whether its disclaimer stands in the way; it is shown then. */
export type Ask = (app: HubItem, event?: MouseEvent) => boolean

export const useDisclaimer = () => {
  const [asked, set] = useState<{ app: HubItem; newTab: boolean }>()
  const ask: Ask = (app, event) => {
    if (!app.disclaimer || event?.button === 2) return false
    event?.preventDefault()
    // The middle button, and a click with a key.
    set({ app, newTab: !!event && (event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey) })
    return true
  }
  const dialog = asked && <Dialog {...asked} onClose={() => set(undefined)} />
  return { ask, dialog }
}
