// The passkeys of one's account: added, named anew and removed.
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { authenticators, type Passkey } from '#contract/authenticators.ts'
import { formatDate } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import { canUsePasskeys } from '#web/lib/passkeys.ts'
import { relativeTime } from '#web/lib/relative-time.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'

const Removing = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const { t } = useTranslation('authenticators')
  const remove = useWrite(authenticators.removePasskey)
  const run = async () => {
    await remove.mutateAsync({ params: { id: passkey.id } })
    showNotice({ kind: 'success', title: t('passkeyRemoved', { name: passkey.name }) })
  }
  return (
    <Confirm
      title={t('removePasskeyTitle', { name: passkey.name })}
      body={t('removePasskeyText')}
      ok={t('removePasskey')}
      keep={t('shell:cancel')}
      danger
      run={run}
      onClose={onClose}
    />
  )
}

const Row = ({ passkey, readOnly }: { passkey: Passkey; readOnly: boolean }) => {
  const { t } = useTranslation('authenticators')
  const [opened, open] = useState<'rename' | 'remove'>()
  const { name, createdOn, lastUsedOn, synced } = passkey
  const said = [
    t('passkeySince', { when: formatDate(createdOn) }),
    lastUsedOn ? t('passkeyUsed', { when: relativeTime(lastUsedOn) }) : t('passkeyUnused'),
    ...(synced ? [t('passkeySynced')] : []),
  ]
  return (
    <li>
      <span className="session-icon" aria-hidden="true">
        <Fingerprint size={18} />
      </span>
      <div>
        <b>{name}</b>
        <p className="mut">{said.join(' · ')}</p>
      </div>
      {!readOnly && (
        <span className="factor-actions">
          <button type="button" className="b sm" aria-label={t('renameOf', { name })} onClick={() => open('rename')}>
            {t('renamePasskey')}
          </button>
          <button
            type="button"
            className="b danger sm"
            aria-label={t('removeOf', { name })}
            onClick={() => open('remove')}
          >
            {t('removePasskey')}
          </button>
        </span>
      )}
      {opened === 'rename' && <RenamePasskey passkey={passkey} onClose={() => open(undefined)} />}
      {opened === 'remove' && <Removing passkey={passkey} onClose={() => open(undefined)} />}
    </li>
  )
}

export const Passkeys = ({ passkeys, readOnly }: { passkeys: readonly Passkey[]; readOnly: boolean }) => {
  const { t } = useTranslation('authenticators')
  const [adding, setAdding] = useState(false)
  const can = canUsePasskeys()
  return (
    <>
      <li>
        <span className="session-icon" aria-hidden="true">
          <Fingerprint size={18} />
        </span>
        <div>
          <b>{t('passkeys')}</b>
          <p className="mut">{t(can ? 'passkeysNone' : 'passkeysUnknown')}</p>
        </div>
        {!readOnly && can && (
          <button type="button" className="b sm" onClick={() => setAdding(true)}>
            {t('addPasskey')}
          </button>
        )}
        {adding && <NewPasskey onClose={() => setAdding(false)} />}
      </li>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} passkey={passkey} readOnly={readOnly} />
      ))}
    </>
  )
}
