// The authenticator app of one's account: added, its recovery codes made anew, removed.
import { Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Authenticators, authenticators } from '#contract/authenticators.ts'
import { formatDate } from '#web/lib/format.ts'
import { showFailure, showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { AppDialog, type BegunApp } from './app-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type OpenDialog =
  | { at: 'adding'; begun: BegunApp }
  | { at: 'codes'; codes: readonly string[] }
  | { at: 'new-codes' | 'remove' }
  | undefined

type Opening = { open: (opened: OpenDialog) => void }

const AddButton = ({ open }: Opening) => {
  const { t } = useTranslation('authenticators')
  const begin = useWrite(authenticators.beginApp)
  const run = async () => {
    try {
      open({ at: 'adding', begun: await begin.mutateAsync({}) })
      begin.reset()
    } catch (error) {
      showFailure(t('errors:failedAction'), error)
    }
  }
  return (
    <Button className="b sm" off={begin.isPending} aria-busy={begin.isPending} onClick={() => void run()}>
      {t('addApp')}
    </Button>
  )
}

const NewCodes = ({ open }: Opening) => {
  const { t } = useTranslation('authenticators')
  const make = useWrite(authenticators.newRecoveryCodes)
  const made = useRef<readonly string[]>(undefined)
  const run = async () => {
    made.current = (await make.mutateAsync({})).recoveryCodes
    make.reset()
  }
  return (
    <Confirm
      title={t('newCodesTitle')}
      body={t('newCodesText')}
      ok={t('newCodesOk')}
      keep={t('shell:cancel')}
      run={run}
      onClose={() => open(made.current && { at: 'codes', codes: made.current })}
    />
  )
}

const Removing = ({ open }: Opening) => {
  const { t } = useTranslation('authenticators')
  const remove = useWrite(authenticators.removeApp)
  const run = async () => {
    await remove.mutateAsync({})
    showNotice({ kind: 'success', title: t('appRemoved') })
  }
  return (
    <Confirm
      title={t('removeAppTitle')}
      body={t('removeAppText')}
      ok={t('removeApp')}
      keep={t('shell:cancel')}
      danger
      run={run}
      onClose={() => open(undefined)}
    />
  )
}

const Dialogs = ({ opened, open }: Opening & { opened: OpenDialog }) => {
  if (opened?.at === 'adding')
    return (
      <AppDialog
        begun={opened.begun}
        onAdded={(codes) => open({ at: 'codes', codes })}
        onClose={() => open(undefined)}
      />
    )
  if (opened?.at === 'codes') return <RecoveryCodes codes={opened.codes} onClose={() => open(undefined)} />
  if (opened?.at === 'new-codes') return <NewCodes open={open} />
  return opened?.at === 'remove' ? <Removing open={open} /> : null
}

const Actions = ({ app, open }: Opening & Pick<Authenticators, 'app'>) => {
  const { t } = useTranslation('authenticators')
  if (!app) return <AddButton open={open} />
  return (
    <>
      <button type="button" className="b sm" onClick={() => open({ at: 'new-codes' })}>
        {t('newCodes')}
      </button>
      <button type="button" className="b danger sm" onClick={() => open({ at: 'remove' })}>
        {t('removeApp')}
      </button>
    </>
  )
}

/** Its dialogs stay while the list beneath is read anew: recovery codes are shown once. */
export const AuthenticatorApp = ({ app, readOnly }: Pick<Authenticators, 'app'> & { readOnly: boolean }) => {
  const { t } = useTranslation('authenticators')
  const [opened, open] = useState<OpenDialog>()
  return (
    <li>
      <span className="session-icon" aria-hidden="true">
        <Smartphone size={18} />
      </span>
      <div>
        <b>{t('app')}</b>
        <p className="mut">
          {app
            ? `${t('appSince', { when: formatDate(app.addedOn) })} · ${t('codesLeft', { count: app.recoveryCodesLeft })}`
            : t('appNone')}
        </p>
      </div>
      {!readOnly && (
        <span className="factor-actions">
          <Actions app={app} open={open} />
        </span>
      )}
      <Dialogs opened={opened} open={open} />
    </li>
  )
}
