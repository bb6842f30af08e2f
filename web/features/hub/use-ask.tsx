// Where a role of an application can be requested, "Ask us" opens the request in place.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HubItem } from '#contract/hub.ts'
import { requestable } from '#contract/requestable.ts'
import { addTexts } from '#web/lib/i18n.ts'
import { useRead } from '#web/lib/use-endpoint.ts'
import { labelled } from '#web/lib/labelled.ts'
import { lazily } from '#web/ui/lazily.tsx'

const Dialog = lazily(async () => {
  const texts = ['hub-dialogs', 'table'].map(addTexts)
  return (await Promise.all([import('./ask-dialog.tsx'), ...texts]))[0].AskDialog
})

export const useAsk = (apps: readonly HubItem[]) => {
  const { t } = useTranslation('hub')
  const { data } = useRead(requestable.applications, {}, { when: apps.length > 0 })
  const [asked, ask] = useState<HubItem>()
  /** Undefined where nothing can be requested. */
  const buttonOf = (app: HubItem) => {
    const found = data?.applications.find(({ id }) => id === app.id)
    const label = t(found?.waiting ? 'asked' : 'askUs')
    return (
      found && (
        <button type="button" className="go" aria-label={labelled(label, app.title)} onClick={() => ask(app)}>
          {label}
        </button>
      )
    )
  }
  const dialog = asked && <Dialog app={asked} onClose={() => ask(undefined)} />
  return { buttonOf, dialog }
}
