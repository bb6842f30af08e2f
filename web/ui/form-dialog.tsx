// A form in a dialog: what was refused stands over its fields, the way out and the verb under them.
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Alert } from './alert.tsx'
import { CloseButton } from './guarded-modal.tsx'
import { WideDialog } from './wide-dialog.tsx'

type FormProps = {
  className?: string
  failure: string | undefined
  busy?: boolean
  /** Whether it may be sent. */
  ready?: boolean
  /** On the button that sends it. */
  verb: string
  onSubmit: (event: FormEvent) => unknown
  children: ReactNode
}

export const DialogForm = ({ className, failure, busy = false, ready = true, verb, onSubmit, children }: FormProps) => {
  const { t } = useTranslation('shell')
  return (
    <form className={className} noValidate onSubmit={(event) => void onSubmit(event)}>
      {failure && <Alert>{failure}</Alert>}
      {children}
      <div className="dlg-actions">
        <CloseButton>{t('cancel')}</CloseButton>
        <Button type="submit" className="b pri" off={busy || !ready} aria-busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

type Props = Omit<FormProps, 'failure'> & {
  title: string
  width: number
  /** What was typed is asked about before it is lost. */
  form: { readonly changed: readonly unknown[]; readonly failure: string | undefined }
  onClose: () => void
}

export const FormDialog = ({ title, width, form, onClose, ...rest }: Props) => (
  <WideDialog title={title} width={width} dirty={form.changed.length > 0} busy={rest.busy ?? false} onClose={onClose}>
    <DialogForm failure={form.failure} {...rest} />
  </WideDialog>
)
