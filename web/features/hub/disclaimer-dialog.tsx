// R2.5-48: before an application is opened for the first time, its disclaimer is accepted.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { disclaimers, type OwnDisclaimer } from '#contract/disclaimers.ts'
import { hub, type HubItem } from '#contract/hub.ts'
import { useQueryClient } from '@tanstack/react-query'
import { addTexts } from '#web/lib/i18n.ts'
import { problemText } from '#web/lib/problem.ts'
import { resourceOf, useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { useGo } from '#web/ui/app-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import './disclaimer-dialog.css'

export type ApplicationOpening = { readonly app: HubItem; readonly newTab: boolean }
type Props = ApplicationOpening & { onClose: () => void }

const all = { take: '9999' }

/** A tab is opened by the click itself, which no popup blocker minds, and goes on once the acceptance is stored. */
const useOpening = ({ app: { privateUrl }, newTab }: ApplicationOpening) => {
  const go = useGo()
  return () => {
    const tab = newTab ? window.open('about:blank', '_blank') : null
    if (tab) tab.opener = null
    return {
      open: () => {
        if (!privateUrl) return
        if (tab) tab.location.href = privateUrl
        else go(privateUrl)
      },
      close: () => tab?.close(),
    }
  }
}

const Question = ({ disclaimer, onClose, ...asked }: Props & { disclaimer: OwnDisclaimer }) => {
  const { t } = useTranslation('disclaimers')
  const opening = useOpening(asked)
  const answers = useQueryClient()
  const accept = useWrite(disclaimers.accept)
  const { appInfoId: id, modifiedOn, text } = disclaimer
  const run = async () => {
    const way = opening()
    try {
      await accept.mutateAsync({ params: { id }, query: { modifiedOn } })
      for (const endpoint of [hub.homeInfo, disclaimers.own])
        void answers.invalidateQueries({ queryKey: [resourceOf(endpoint)] })
      onClose()
      way.open()
    } catch {
      way.close()
    }
  }
  const actions = (
    <>
      <Button className="b" autoFocus off={accept.isPending} onClick={onClose}>
        {t('notNow')}
      </Button>
      <Button className="b pri" off={accept.isPending} onClick={() => void run()}>
        {t('acceptAndOpen')}
      </Button>
    </>
  )
  return (
    <Dialog wide title={t('firstOf', { name: asked.app.title })} actions={actions} onClose={onClose}>
      {accept.isError && <Alert>{problemText(accept.error)}</Alert>}
      <p className="disclaimer-text">{text}</p>
    </Dialog>
  )
}

export const DisclaimerDialog = (props: Props) => {
  const [ready, setReady] = useState(false)
  useEffect(() => void addTexts('disclaimers').finally(() => setReady(true)), [])
  const own = useRead(disclaimers.own, { query: all })
  const disclaimer = own.data?.items.find(({ appInfoId }) => appInfoId === props.app.id)
  const { title } = props.app
  if (own.isError)
    return (
      <Dialog title={title} onClose={props.onClose}>
        <FailureAlert error={own.error} onRetry={() => void own.refetch()} />
      </Dialog>
    )
  return ready && disclaimer ? <Question {...props} disclaimer={disclaimer} /> : null
}
