// A passkey in place of password and code.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepUp } from '#contract/step-up.ts'
import { call } from '#web/lib/client.ts'
import { canUsePasskeys, getPasskey } from '#web/lib/passkeys.ts'
import { problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'

export const PasskeyProof = ({ or, onProven }: { or: boolean; onProven: () => void }) => {
  const { t } = useTranslation('step-up')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const prove = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { transaction, options } = await call(stepUp.passkeyOptions)
      const credential = await getPasskey(options)
      if (!credential) return
      const { success } = await call(stepUp.confirmWithPasskey, { input: { transaction, credential } })
      if (success) onProven()
      else setFailure(t('wrong-passkey'))
    } catch (error) {
      setFailure(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  if (!canUsePasskeys()) return null
  return (
    <div className="step-up passkey-proof">
      {or && <p className="or">{t('or')}</p>}
      {failure && <Alert>{failure}</Alert>}
      <Button className="b" off={busy} aria-busy={busy} onClick={() => void prove()}>
        {t('passkey')}
      </Button>
    </div>
  )
}
