// The twin of dragging (WCAG 2.5.7): the new parent is searched for; the question is the same.
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalTenant } from '#contract/tenants.ts'
import { CloseButton } from '#web/ui/guarded-modal.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ParentPicker, type ParentChoice } from './parent-picker.tsx'
import type { MovableTenant } from './use-move.ts'

/** What the server would refuse is said before it is asked. */
const whyNot = (tenant: MovableTenant, place: ParentChoice | undefined) => {
  if (!place) return 'parentRequired'
  if (place.id === (tenant.parentId ?? globalTenant)) return 'isParentAlready'
  return place.id === tenant.id || place.hierarchyItems?.some(({ id }) => id === tenant.id) ? 'belowItself' : undefined
}

export const MoveToDialog = ({ tenant, onClose }: { tenant: MovableTenant; onClose: () => void }) => {
  const { t } = useTranslation('tenants')
  const [place, choose] = useState<ParentChoice>()
  const [sent, setSent] = useState(false)
  const [asking, ask] = useState(false)
  const problem = whyNot(tenant, place)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!problem) ask(true)
  }
  if (asking && place) return <MoveDialog move={{ tenant, to: place }} onClose={onClose} />
  return (
    <WideDialog
      title={t('moveTitle', { title: tenant.title })}
      width={560}
      dirty={place !== undefined}
      onClose={onClose}
    >
      <form className="tenant-dialog" noValidate onSubmit={submit}>
        <ParentPicker
          label={t('newParent')}
          hint={t('parentHint')}
          chosen={place}
          error={problem && (place || sent) ? t(problem) : undefined}
          onChoose={(chosen) => {
            setSent(false)
            choose(chosen)
          }}
        />
        <div className="dlg-actions">
          <CloseButton>{t('shell:cancel')}</CloseButton>
          <button type="submit" className="b pri">
            {t('continue')}
          </button>
        </div>
      </form>
    </WideDialog>
  )
}
