// What the officer writes to the person: the reason of an extension, or the reply.
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'

type Props = {
  name: 'reason' | 'reply'
  title: string
  text: string
  ok: string
  busy: boolean
  run: (text: string) => Promise<unknown>
  onClose: () => void
}

export const WriteDrawer = ({ name, title, text, ok, busy, run, onClose }: Props) => {
  const { t } = useTranslation('rights')
  const id = useId()
  const form = useForm({ [name]: '' } as Record<'reason' | 'reply', string>, (values) => ({
    [name]: values[name].trim() ? undefined : t('table:fieldRequired', { title: t(name) }),
  }))
  const send = async (values: Record<'reason' | 'reply', string>) => {
    await run(values[name])
    onClose()
  }
  const footer = (
    <>
      <span className="sp" />
      <CloseButton>{t('shell:cancel')}</CloseButton>
      <Button type="submit" form={id} className="b pri" off={busy} aria-busy={busy}>
        {ok}
      </Button>
    </>
  )
  return (
    <Drawer
      title={title}
      side="right"
      width={640}
      footer={footer}
      dirty={form.changed.length > 0}
      busy={busy}
      onClose={onClose}
    >
      <form id={id} className="rg" noValidate onSubmit={(event) => void form.send(send)(event)}>
        <FormAlert form={form} />
        <p>{text}</p>
        <Field label={t(name)} required error={form.errorOf(name)}>
          <TextArea
            autoFocus
            rows={name === 'reply' ? 16 : 5}
            maxLength={name === 'reply' ? 20_000 : 2000}
            value={form.values[name]}
            onChange={({ target }) => form.set(name, target.value)}
          />
        </Field>
      </form>
    </Drawer>
  )
}
