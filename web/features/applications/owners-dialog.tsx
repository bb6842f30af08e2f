// whose an application is: changed by an owner or by God, and never nobody's.
import { Trash2, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApplicationOwner, applications, everyOwner, type OwnedApplication } from '#contract/applications.ts'
import { users } from '#contract/users.ts'
import { showNotice } from '#web/lib/notices.ts'
import { CallProblem, problemText } from '#web/lib/problem.ts'
import { displayName } from '#web/lib/session/identity.ts'
import { useMe } from '#web/lib/session/portal-context.ts'
import { useMay } from '#web/lib/use-access.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { type Adding, OwnerFinder } from './owner-finder.tsx'
import { ReasonedButton } from '#web/ui/reasoned-button.tsx'

/** Anyone who may not look through the people can still take it over. */
const Oneself = ({ owners, onAdd }: Adding) => {
  const { t } = useTranslation('applications')
  const me = useMe()
  if (owners.some(({ id }) => id === me.id)) return null
  const add = () => onAdd({ id: me.id, userName: me.name, displayName: displayName(me) })
  return (
    <button type="button" className="b" onClick={add}>
      <UserRoundPlus size={16} aria-hidden="true" />
      {t('addOneself')}
    </button>
  )
}

type Owners = readonly ApplicationOwner[]

const idsOf = (owners: Owners) => owners.map(({ id }) => id).join()
const has = (owners: Owners, { id }: ApplicationOwner) => owners.some((owner) => owner.id === id)

/** Theirs, without whom was taken away here, and with whom was added here. */
const onTheirs = ({ base, chosen, theirs }: { base: Owners; chosen: Owners; theirs: Owners }) => [
  ...theirs.filter((owner) => has(chosen, owner) || !has(base, owner)),
  ...chosen.filter((owner) => !has(base, owner) && !has(theirs, owner)),
]

/**
 * As the dialog found them; what somebody else saves meanwhile is taken over where nothing was chosen, or on demand.
 */
const useOwners = (application: OwnedApplication) => {
  const save = useWrite(applications.owners)
  const [base, setBase] = useState(application)
  const [owners, choose] = useState<Owners>(application.owners)
  const changed = idsOf(owners) !== idsOf(base.owners)
  const newer = application.modifiedOn > base.modifiedOn
  const follow = () => {
    setBase(application)
    choose(onTheirs({ base: base.owners, chosen: owners, theirs: application.owners }))
  }
  const catchUp = () => {
    save.reset()
    follow()
  }
  if (newer && !changed && !save.isPending) follow()
  const overtaken = save.error instanceof CallProblem ? save.error.changed : undefined
  const input = { owners: owners.map(({ id }) => id), modifiedOn: base.modifiedOn }
  return {
    owners,
    choose,
    changed,
    busy: save.isPending,
    refused: {
      failure: save.isError ? problemText(save.error) : undefined,
      overtaken,
      behind: overtaken && newer ? { fields: [], catchUp } : undefined,
    },
    save: () => save.mutateAsync({ params: { id: application.id }, input }),
  }
}

export const OwnersDialog = ({ application, onClose }: { application: OwnedApplication; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  const ofEvery = useMay(everyOwner)
  const may = ofEvery || application.userIsOwner
  const Adds = useMay(users.list) ? OwnerFinder : Oneself
  const { owners, choose, changed, busy, refused, save } = useOwners(application)
  const run = async () => {
    await save()
    showNotice({ kind: 'success', title: t('saved') })
    onClose()
  }
  return (
    <WideDialog
      title={t('ownersOf', { name: application.displayName })}
      width={560}
      dirty={changed}
      busy={busy}
      onClose={onClose}
    >
      {!may && <p className="ap-note">{t('ownersOnly')}</p>}
      <FormAlert form={refused} />
      <ul className="ap-owners">
        {owners.map((owner) => (
          <li key={owner.id}>
            <span>
              <b>{owner.displayName}</b>
              <small>{owner.userName}</small>
            </span>
            {may && (
              <ReasonedButton
                className="ic"
                aria-label={t('removeNamed', { name: owner.displayName })}
                reason={owners.length === 1 ? t('oneOwner') : undefined}
                onClick={() => choose(owners.filter(({ id }) => id !== owner.id))}
              >
                <Trash2 size={16} />
              </ReasonedButton>
            )}
          </li>
        ))}
      </ul>
      {may && <Adds owners={owners} onAdd={(owner) => choose([...owners, owner])} />}
      <div className="dlg-actions">
        <CloseButton>{t(may ? 'shell:cancel' : 'shell:close')}</CloseButton>
        {may && (
          <Button
            className="b pri"
            off={!changed || busy}
            aria-busy={busy}
            onClick={() => void run().catch(() => undefined)}
          >
            {t('save')}
          </Button>
        )}
      </div>
    </WideDialog>
  )
}
