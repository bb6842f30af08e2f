// R4.11-03: read-only until Edit; Ok saves, Cancel restores. Where the tenant stands is changed by moving it.
import { PencilLine } from 'lucide-react'
import { localeOf } from '#contract/kernel/locale.ts'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant, type tenants } from '#contract/tenants.ts'
import { type Tenant } from '#contract/tenant-entry.ts'
import { useParts } from '#web/lib/parts.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { showNotice } from '#web/lib/notices.ts'
import type { useWrite } from '#web/lib/use-endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { Glance } from '#web/ui/glance.tsx'
import { TenantFields } from './tenant-fields.tsx'
import { sentOf, type StoredTenantForm } from './tenant-form.ts'

const About = ({ tenant }: { tenant: Tenant }) => {
  const { t, i18n } = useTranslation('tenants')
  const number = (count: number) => count.toLocaleString(localeOf(i18n.language))
  const lines: [string, string][] = [
    [t('ownMembers'), number(tenant.membersCount)],
    [t('childrenLabel'), number(tenant.childrenCount)],
    [t('descendantsLabel'), number(tenant.descendantsCount)],
    [t('creation'), t(tenant.auto ? 'auto' : 'manual')],
    [t('customizedTag'), t(tenant.isUserCustomized ? 'yes' : 'no')],
    [t('mfa'), t(tenant.requiredTwoModeAuthentification ? 'enabled' : 'disabled')],
    [t('modifiedOn'), formatDateTime(tenant.modifiedOn)],
  ]
  return <Glance title={t('glance')} lines={lines} />
}

export type Editing = {
  readonly form: StoredTenantForm
  readonly save: ReturnType<typeof useWrite<typeof tenants.save>>
  readonly on: boolean
  begin(): void
  end(): void
}

const useNames = () => {
  const { t } = useTranslation('tenants')
  const [areaId, taxNumber, viesNumber] = [t('area'), t('taxNumber'), t('viesNumber')]
  return { title: t('tenantTitle'), areaId, taxNumber, viesNumber, groupAlias: t('groupAlias') }
}

/** Where a field is left by pressing Ok, the words under it would move the button away. */
const stays = (event: MouseEvent) => event.preventDefault()

type Props = { tenant: Tenant; editing: Editing; mayEdit: boolean }

export const GeneralTab = ({ tenant, editing: { form, save, on, begin, end }, mayEdit }: Props) => {
  const { t } = useTranslation('tenants')
  const { LastMoves } = useParts()
  // Anyone who comes back from another tab finds the focus where it is; after Ok and Cancel it is on Edit again.
  const [again] = useState(on)
  const [wasOn, setWasOn] = useState(false)
  const names = useNames()
  const leave = () => {
    setWasOn(true)
    end()
  }
  const submit = form.send(async (values) => {
    const input = { ...sentOf(values), modifiedOn: form.modifiedOn }
    const saved = await save.mutateAsync({ params: { id: tenant.id }, input })
    form.takeOver(saved)
    leave()
    showNotice({ kind: 'success', title: t('saved', { title: saved.title }) })
  })
  const cancel = () => {
    form.takeOver(tenant)
    leave()
  }
  return (
    <div className="tenant-general">
      <form className="card tenant-form" aria-label={t('general')} noValidate onSubmit={(event) => void submit(event)}>
        <FormAlert form={form} names={names} />
        <div className="fields">
          <TenantFields form={form} fixed={!on} focus={on && !again} areaName={tenant.areaName} />
        </div>
        {mayEdit && (
          <footer>
            {on ? (
              <>
                <Button className="b" off={save.isPending} onClick={cancel}>
                  {t('shell:cancel')}
                </Button>
                <Button
                  type="submit"
                  className="b pri"
                  onMouseDown={stays}
                  off={save.isPending}
                  aria-busy={save.isPending}
                >
                  {t('ok')}
                </Button>
              </>
            ) : (
              <button type="button" className="b" autoFocus={wasOn} onClick={begin}>
                <PencilLine size={16} aria-hidden="true" />
                {t('edit')}
              </button>
            )}
          </footer>
        )}
      </form>
      <div className="tenant-side">
        <About tenant={tenant} />
        {tenant.id !== globalTenant && LastMoves && <LastMoves tenantId={tenant.id} />}
      </div>
    </div>
  )
}
