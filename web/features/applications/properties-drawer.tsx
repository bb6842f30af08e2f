// The properties of an application, to be changed (R5.4-06).
import { CircleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Application, applications } from '#contract/applications.ts'
import { showNotice } from '#web/lib/notices.ts'
import { useWrite } from '#web/lib/use-endpoint.ts'
import type { Form } from '#web/lib/use-form.ts'
import { useStoredForm } from '#web/lib/use-stored-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { Secret } from '#web/ui/secret.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { changeOf, fieldErrorsOf, type Properties, propertiesOf, type PropertyName } from './properties-form.ts'
import { Addresses, SignIn, Texts, Visibility } from './property-sections.tsx'
import { useRules } from './rules.ts'

const useNames = (): Record<PropertyName, string> => {
  const { t } = useTranslation('applications')
  return {
    displayName: t('displayName'),
    title: t('title'),
    description: t('description'),
    descriptions: t('otherLanguages'),
    redirectUris: t('redirectUris'),
    postLogoutUris: t('postLogoutUris'),
    backchannelLogoutUri: t('backchannelLogoutUri'),
    privateUrl: t('privateUrl'),
    publicUrl: t('publicUrl'),
    enabled: t('enabledLabel'),
    hideInUserList: t('hideInUserListLabel'),
    prerelease: t('prereleaseLabel'),
    requiresRole: t('requiresRoleLabel'),
    introspectors: t('introspectors'),
    protocol: t('signsIn'),
    sharedSecret: t('sharedSecret'),
  }
}

const Footer = ({ form, id, busy }: { form: Form<Properties>; id: string; busy: boolean }) => {
  const { t } = useTranslation('applications')
  const names = useNames()
  const count = form.changed.length
  return (
    <>
      {count > 0 && (
        <p className="ap-unsaved" role="status">
          <CircleAlert size={16} aria-hidden="true" />
          {t('notSaved', { count, fields: form.changed.map((name) => names[name]).join(', ') })}
        </p>
      )}
      <span className="sp" />
      <CloseButton>{t('shell:cancel')}</CloseButton>
      <Button type="submit" form={id} className="b pri" off={count === 0 || busy} aria-busy={busy}>
        {t('save')}
      </Button>
    </>
  )
}

const NewSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  return (
    <WideDialog title={t('secretReplaced')} width={560} busy onClose={onClose}>
      <Secret value={secret} label={t('sharedSecret')} hint={t('shownOnce')} />
      <div className="dlg-actions">
        <button type="button" className="b pri" onClick={onClose}>
          {t('shell:close')}
        </button>
      </div>
    </WideDialog>
  )
}

export const PropertiesDrawer = ({ application, onClose }: { application: Application; onClose: () => void }) => {
  const { t } = useTranslation('applications')
  const id = useId()
  const names = useNames()
  const { system } = application
  const words = { noWay: t('noWay'), noMachine: t('noMachine') }
  const change = useWrite(applications.change)
  const fieldErrors = fieldErrorsOf(useRules(), { system, words })
  const form = useStoredForm({
    stored: application,
    typedOf: propertiesOf,
    fieldErrorsOf: fieldErrors,
    busy: change.isPending,
  })
  const [secret, show] = useState<string>()
  const save = async (values: Properties) => {
    const input = { ...changeOf(values, form.changed), modifiedOn: form.modifiedOn }
    form.takeOver(await change.mutateAsync({ params: { id: application.id }, input }))
    showNotice({ kind: 'success', title: t('saved') })
    if (values.sharedSecret) show(values.sharedSecret)
    else onClose()
  }
  if (secret) return <NewSecret secret={secret} onClose={onClose} />
  const part = { form, application }
  return (
    <Drawer
      title={t('editProperties')}
      side="right"
      width={720}
      dirty={form.changed.length > 0}
      busy={change.isPending}
      onClose={onClose}
      footer={<Footer form={form} id={id} busy={change.isPending} />}
    >
      <form id={id} className="ap-form" noValidate onSubmit={(event) => void form.send(save)(event)}>
        <FormAlert form={form} names={names} />
        {system && <p className="ap-note">{t('systemNote')}</p>}
        <Texts {...part} />
        <Addresses {...part} />
        {!system && (
          <>
            <Visibility {...part} />
            <SignIn {...part} />
          </>
        )}
      </form>
    </Drawer>
  )
}
