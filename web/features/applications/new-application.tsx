// A new application: what it needs to sign people in, and its secret, shown once (R5.4-01…05).
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { CallProblem } from '#web/lib/problem.ts'
import { useConfig } from '#web/lib/session/portal-context.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import {
  empty,
  HowItSignsIn,
  isOfFirst,
  type NewValues,
  WhatItIs,
  wrongInFirst,
  wrongInSecond,
} from './new-application-steps.tsx'
import { useRules } from './rules.ts'

const width = 640

const bodyOf = ({ privateUrl, backchannelLogoutUri, sharedSecret, ...values }: NewValues) => ({
  ...values,
  privateUrl: privateUrl.trim() || null,
  backchannelLogoutUri: backchannelLogoutUri.trim() || null,
  ...(values.protocol.publicClient ? {} : { sharedSecret }),
})

const Creating = ({
  onMade,
  onClose,
}: {
  onMade: (made: Application, secret: string | undefined) => void
  onClose: () => void
}) => {
  const { t } = useTranslation('applications')
  const rules = useRules()
  const create = useWrite(applications.create)
  const [step, setStep] = useState<1 | 2>(1)
  const form = useForm<NewValues>(useState(empty)[0], (values) => ({
    ...wrongInFirst(rules, values),
    ...(step === 2 ? wrongInSecond(rules, t('noWay'), values) : {}),
  }))
  const run = async (values: NewValues) => {
    if (step === 1) return setStep(2)
    const input = bodyOf(values)
    try {
      onMade(await create.mutateAsync({ input }), input.sharedSecret)
    } catch (error) {
      // Shown where it can be mended.
      if (error instanceof CallProblem && error.fields.some(({ field }) => isOfFirst(field))) setStep(1)
      throw error
    }
  }
  return (
    <WideDialog
      title={t('newTitle')}
      width={width}
      dirty={form.changed.length > 0}
      busy={create.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void form.send(run)(event)}>
        <Step step={step} />
        {form.failure && <Alert>{form.failure}</Alert>}
        {step === 1 ? <WhatItIs form={form} /> : <HowItSignsIn form={form} />}
        <div className="dlg-actions">
          <CloseButton>{t('shell:cancel')}</CloseButton>
          {step === 2 && (
            <button type="button" className="b" onClick={() => setStep(1)}>
              {t('shell:back')}
            </button>
          )}
          <Button type="submit" className="b pri" off={create.isPending} aria-busy={create.isPending}>
            {t(step === 1 ? 'next' : 'create')}
          </Button>
        </div>
      </form>
    </WideDialog>
  )
}

/** Said when it changes, and where the focus goes. */
const Step = ({ step }: { step: 1 | 2 }) => {
  const { t } = useTranslation('applications')
  return (
    <h3 key={step} className="ap-step" tabIndex={-1} ref={step === 2 ? focused : undefined}>
      <span className="mut">{t('stepOf', { step, steps: 2 })}</span> {t(step === 1 ? 'whatItIs' : 'signsIn')}
    </h3>
  )
}

const focused = (element: HTMLElement | null) => element?.focus()

type MadeProps = { made: Application; secret: string | undefined; issuer: string }

const Made = ({
  made,
  secret,
  issuer,
  onOpen,
  onClose,
}: MadeProps & { onOpen: (id: number) => void; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  return (
    <WideDialog title={t('madeTitle', { name: made.displayName })} width={width} busy onClose={onClose}>
      <p className="made-text">{t('madeText')}</p>
      <dl className="pairs">
        <div>
          <dt>{t('issuer')}</dt>
          <dd>
            <code>{issuer}</code>
          </dd>
        </div>
        <div>
          <dt>{t('clientId')}</dt>
          <dd>
            <code>{made.name}</code>
          </dd>
        </div>
      </dl>
      {secret && <Secret value={secret} label={t('sharedSecret')} hint={t('shownOnce')} />}
      <div className="dlg-actions">
        <button type="button" className="b" onClick={onClose}>
          {t('shell:close')}
        </button>
        {/* A secret that is shown once is copied first. */}
        <button type="button" className={secret ? 'b' : 'b pri'} onClick={() => onOpen(made.id)}>
          {t('openApplication')}
        </button>
      </div>
    </WideDialog>
  )
}

export const NewApplicationDialog = ({ onOpen, onClose }: { onOpen: (id: number) => void; onClose: () => void }) => {
  const [made, setMade] = useState<{ application: Application; secret: string | undefined }>()
  const issuer = useConfig().identityServerUrl
  if (!made) return <Creating onMade={(application, secret) => setMade({ application, secret })} onClose={onClose} />
  return <Made made={made.application} secret={made.secret} issuer={issuer} onOpen={onOpen} onClose={onClose} />
}
