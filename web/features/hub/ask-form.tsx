// Which roles, and why. What one asked for there already is added to while it waits; what somebody else asked for is
// waited for.
import { type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessRequests, type RequestableTenant } from '#contract/access-requests.ts'
import type { HubItem } from '#contract/hub.ts'
import { showNotice } from '#web/lib/notices.ts'
import { problemText } from '#web/lib/problem.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'

type Role = RequestableTenant['roles'][number]
type Boxes = { tenant: RequestableTenant; chosen: readonly string[]; onChoose: (chosen: readonly string[]) => void }

const Roles = ({ tenant: { roles, waiting }, chosen, onChoose }: Boxes) => {
  const { t } = useTranslation('hub-dialogs')
  const stateOf = ({ roleId, held }: Role) =>
    held ? t('held') : waiting?.roles.includes(roleId) ? t('askedFor') : undefined
  return (
    <fieldset className="ask-roles">
      <legend>{t('roles')}</legend>
      {roles.map((role) => {
        const { roleId, roleName } = role
        const state = stateOf(role)
        return (
          <label key={roleId}>
            <input
              type="checkbox"
              checked={state !== undefined || chosen.includes(roleId)}
              disabled={state !== undefined || waiting?.isMine === false}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, roleId] : chosen.filter((one) => one !== roleId))
              }
            />
            <span>{roleName}</span>
            {state && <small>{state}</small>}
          </label>
        )
      })}
    </fieldset>
  )
}

type Props = {
  app: HubItem
  tenant: RequestableTenant
  onDirty: (dirty: boolean) => void
  onBusy: (busy: boolean) => void
  onDone: () => void
}

const useForm = ({ app, tenant: { tenantId }, onDirty, onBusy, onDone }: Props) => {
  const { t } = useTranslation('hub-dialogs')
  const [chosen, choose] = useState<readonly string[]>([])
  const [note, setNote] = useState('')
  const write = useWrite(accessRequests.ask)
  const dirty = chosen.length > 0 || note !== ''
  useEffect(() => onDirty(dirty), [dirty, onDirty])
  useEffect(() => onBusy(write.isPending), [write.isPending, onBusy])
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen.length === 0 || write.isPending) return
    try {
      await write.mutateAsync({ input: { applicationId: app.id, tenantId, roles: [...chosen], note } })
      showNotice({ kind: 'success', title: t('sent', { title: app.title }) })
      onDone()
    } catch {
      // Said over the buttons.
    }
  }
  return { chosen, choose, note, setNote, write, send }
}

export const AskForm = (props: Props) => {
  const { t } = useTranslation('hub-dialogs')
  const { chosen, choose, note, setNote, write, send } = useForm(props)
  const { waiting } = props.tenant
  return (
    <form onSubmit={(event) => void send(event)}>
      <Roles tenant={props.tenant} chosen={chosen} onChoose={choose} />
      {!waiting && (
        <Field label={t('reason')} hint={t('reasonHint')}>
          <TextArea maxLength={1000} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      )}
      {write.isError && <Alert>{problemText(write.error)}</Alert>}
      <div className="dlg-actions">
        <CloseButton>{t('close')}</CloseButton>
        {waiting?.isMine !== false && (
          <Button type="submit" className="b pri" off={chosen.length === 0} aria-busy={write.isPending}>
            {t(waiting ? 'add' : 'send')}
          </Button>
        )}
      </div>
    </form>
  )
}
