// what people accept before they use an application, in each language.
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications, type Disclaimer } from '#contract/applications.ts'
import { type Language, languages } from '#contract/kernel/language.ts'
import { languageNames } from '#web/lib/i18n.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useRead, useWrite } from '#web/lib/use-endpoint.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Toggle } from './inputs.tsx'

const most = 20_000

type Texts = Record<string, string>

type FormInput = { texts: Texts; askAgain: boolean }
const typedOf = ({ texts }: Disclaimer): FormInput => ({ texts, askAgain: false })

const Text = ({
  language,
  texts,
  onChange,
}: {
  language: Language
  texts: Texts
  onChange: (texts: Texts) => void
}) => {
  const { t } = useTranslation('applications')
  return (
    <Field label={t('disclaimerIn', { language: languageNames[language] })} hint={t('disclaimerHint')}>
      <TextArea
        rows={14}
        lang={language}
        maxLength={most}
        value={texts[language] ?? ''}
        onChange={({ target }) => onChange({ ...texts, [language]: target.value })}
      />
    </Field>
  )
}

const Editing = ({
  application,
  disclaimer,
  onClose,
}: {
  application: Application
  disclaimer: Disclaimer
  onClose: () => void
}) => {
  const { t } = useTranslation('applications')
  const id = useId()
  const [language, choose] = useState<string>('en')
  const save = useWrite(applications.saveDisclaimer)
  const form = useStoredForm({ stored: disclaimer, typedOf, fieldErrorsOf: () => ({}), busy: save.isPending })
  const run = async (typed: FormInput) => {
    const input = { ...typed, modifiedOn: form.modifiedOn }
    form.takeOver(await save.mutateAsync({ params: { id: application.id }, input }))
    showNotice({ kind: 'success', title: t('saved') })
    onClose()
  }
  const { texts, askAgain } = form.values
  const tabs = languages.map((one) => ({
    id: one,
    label: `${languageNames[one]}${texts[one]?.trim() ? ' ●' : ''}`,
    panel: <Text key={one} language={one} texts={texts} onChange={(all) => form.set('texts', all)} />,
  }))
  const footer = (
    <>
      <span className="sp" />
      <CloseButton>{t('shell:cancel')}</CloseButton>
      <Button
        type="submit"
        form={id}
        className="b pri"
        off={form.changed.length === 0 || save.isPending}
        aria-busy={save.isPending}
      >
        {t('save')}
      </Button>
    </>
  )
  return (
    <Drawer
      title={t('disclaimerOf', { name: application.displayName })}
      side="right"
      width={720}
      footer={footer}
      dirty={form.changed.length > 0}
      busy={save.isPending}
      onClose={onClose}
    >
      <form id={id} className="ap-form" noValidate onSubmit={(event) => void form.send(run)(event)}>
        <FormAlert form={form} />
        <Tabs label={t('languages')} tabs={tabs} chosen={language} onChoose={choose} />
        <Toggle
          label={t('askAgain')}
          hint={t('askAgainHint')}
          checked={askAgain}
          onChange={(on) => form.set('askAgain', on)}
        />
      </form>
    </Drawer>
  )
}

export const DisclaimerDrawer = ({ application, onClose }: { application: Application; onClose: () => void }) => {
  const disclaimer = useRead(applications.disclaimer, { params: { id: application.id } })
  if (disclaimer.isError) return <FailureAlert error={disclaimer.error} onRetry={() => void disclaimer.refetch()} />
  return disclaimer.data ? <Editing application={application} disclaimer={disclaimer.data} onClose={onClose} /> : null
}
