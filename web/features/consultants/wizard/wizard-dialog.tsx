// The frame of the wizard: its steps, what went wrong at the top (R8.4-06), and its buttons (R2.6-25).
import { Check, CircleAlert, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showNotice } from '#web/lib/notices.ts'
import { CallProblem, problemText } from '#web/lib/problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CloseButton, GuardedModal } from '#web/ui/guarded-modal.tsx'
import type { ClientsParts } from '../parts.ts'
import { PermissionsStep } from './permissions-step.tsx'
import type { PersonValues } from './person-form.ts'
import { useSave } from './use-save.ts'
import { UserStep } from './user-step.tsx'
import { type Step, type Subject, useWizard, type WizardState } from './use-wizard.ts'

const steps = ['user', 'permissions'] as const

const Steps = ({ step }: { step: Step }) => {
  const { t } = useTranslation('consultants')
  const names = { user: t('userInformation'), permissions: t('userPermissions') }
  return (
    <ol className="wz-steps" aria-label={t('steps')}>
      {steps.map((one, index) => {
        const done = index < steps.indexOf(step)
        return (
          <li key={one} className={done ? 'done' : undefined} aria-current={one === step ? 'step' : undefined}>
            <i aria-hidden="true">{done ? <Check size={14} /> : index + 1}</i>
            <span>{names[one]}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** Whatever is wrong, in one place that is read out; the fields are marked as well. */
const Faults = ({ faults }: { faults: readonly string[] }) =>
  faults.length > 0 && (
    <Alert mark={<CircleAlert size={20} aria-hidden="true" />}>
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </Alert>
  )

const personFields = (values: PersonValues) => Object.keys(values)

/** The server refused something of step 1. */
const isAboutPerson = (error: unknown, values: PersonValues) =>
  error instanceof CallProblem &&
  error.fields.some(({ field }) => personFields(values).includes(field.split('.')[0] ?? ''))

const useSubmit = (subject: Subject, wizard: WizardState, onClose: () => void) => {
  const { t } = useTranslation('consultants')
  const save = useSave(subject.edited, subject.start)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { form, tenant, roles, approval, person } = wizard
  const store = async (values: PersonValues, approve: boolean) => {
    if (!tenant.chosen) {
      tenant.miss()
      return wizard.go('permissions')
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const { status } = await save({
        values,
        personChanged: form.changed.length > 0,
        tenant: tenant.chosen,
        roles: roles.ids,
        isInheritable: subject.start.isInheritable,
        approve,
      })
      const isApplied = status === 'Applied'
      if (approve && !isApplied) showNotice({ kind: 'error', title: t('notApplied', { name: person.name }) })
      else
        showNotice({ kind: 'success', title: t(isApplied ? 'requestApplied' : 'requestSent', { name: person.name }) })
      onClose()
    } catch (error) {
      const ofPerson = wizard.describes && isAboutPerson(error, values)
      if (ofPerson) wizard.go('user')
      else setFailure(problemText(error))
      throw error
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, store, approves: approval.on }
}

type Props = { subject: Subject; RoleSelection: ClientsParts['RoleSelection']; onClose: () => void }

/** Of the buttons that send the form; Enter goes on. */
const exits = 'save-and-exit'
const isExit = ({ nativeEvent }: FormEvent) =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.getAttribute('value') === exits

const useButtons = (wizard: WizardState, { store, approves }: ReturnType<typeof useSubmit>) => {
  const [tried, setTried] = useState(false)
  const [question, ask] = useState<{ answer: (approve: boolean) => void }>()
  /** Nobody from outside is let in by a slip. */
  const confirmed = async () => {
    if (!approves || !wizard.external || !wizard.tenant.chosen) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    ask({ answer: resolve })
    const answer = await promise
    ask(undefined)
    return answer
  }
  const exit = wizard.form.send((values) => store(values, false))
  const proceed = wizard.form.send(async (values) => {
    if (wizard.step === 'permissions') return (await confirmed()) ? store(values, approves) : undefined
    setTried(false)
    return wizard.go('permissions')
  })
  return {
    tried,
    question,
    onSubmit: (event: FormEvent) => {
      setTried(true)
      void (isExit(event) ? exit : proceed)(event)
    },
  }
}

export const WizardDialog = ({ subject, RoleSelection, onClose }: Props) => {
  const { t } = useTranslation('consultants')
  const wizard = useWizard(subject)
  const submitting = useSubmit(subject, wizard, onClose)
  const buttons = useButtons(wizard, submitting)
  const heading = useId()
  const { form, step, tenant, roles } = wizard
  const { busy, failure } = submitting
  const ofFields = buttons.tried ? personFields(form.values).map((name) => form.errorOf(name)) : []
  const faults = [...(step === 'user' ? ofFields : [tenant.error]), failure].filter((fault) => fault !== undefined)
  return (
    <GuardedModal
      className="dlg wide wizard"
      style={{ width: 880 }}
      aria-labelledby={heading}
      dirty={wizard.dirty}
      busy={busy}
      onClose={onClose}
    >
      <header>
        <h2 id={heading}>{t(wizard.edits ? 'editRequest' : 'createRequest')}</h2>
        {wizard.describes && <Steps step={step} />}
        <CloseButton className="ic" aria-label={t('shell:close')} data-tip={t('shell:close')}>
          <X size={19} />
        </CloseButton>
      </header>
      <form className="wz-form" noValidate onSubmit={buttons.onSubmit}>
        {/* What Enter presses: the first one. */}
        <button type="submit" hidden disabled={busy} />
        <div className="dlg-in">
          <Faults faults={faults} />
          {step === 'user' ? (
            <UserStep form={form} areas={subject.start.areas} edits={wizard.edits} />
          ) : (
            <PermissionsStep wizard={wizard} RoleSelection={RoleSelection} />
          )}
        </div>
        <footer className="wz-foot">
          <CloseButton>{t('shell:cancel')}</CloseButton>
          <span className="sp" />
          {step === 'permissions' && (
            <span className="wz-counts" role="status">
              {t('applicationCount', { count: roles.counts.applications })},{' '}
              {t('members:roleCount', { count: roles.counts.roles })}
            </span>
          )}
          <Button type="submit" value={exits} className="b" off={busy}>
            {t('saveAndExit')}
          </Button>
          <Button type="submit" className="b pri" off={busy} aria-busy={busy}>
            {t(step === 'user' ? 'next' : 'done')}
          </Button>
        </footer>
      </form>
      {buttons.question && (
        <Confirm
          title={t('externalQuestion', { name: wizard.person.name })}
          body={t('externalBody', { email: wizard.person.email })}
          ok={t('approve')}
          keep={t('notApprove')}
          run={() => buttons.question?.answer(true)}
          onClose={() => buttons.question?.answer(false)}
        />
      )}
    </GuardedModal>
  )
}
