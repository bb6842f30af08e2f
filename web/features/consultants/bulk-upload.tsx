// R2.6-23: requests from a workbook, for people who are there or for new ones. The button is there with the page: one
// that came later would move what is below it under the pointer.
import { ChevronDown, ShieldPlus, Upload, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazily } from '#web/ui/lazily.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { UploadKind } from './request-upload.tsx'

const RequestUpload = lazily(async () => (await import('./request-upload.tsx')).RequestUpload)

export const BulkUpload = ({ tenantId }: { tenantId: string }) => {
  const { t } = useTranslation('consultants')
  const [kind, open] = useState<UploadKind>()
  const labels = { permissions: t('uploadPermissions'), users: t('uploadUsers') }
  return (
    <>
      <Menu
        label={t('table:bulkUpload')}
        className="b"
        trigger={
          <>
            <Upload size={16} aria-hidden="true" />
            {t('table:bulkUpload')}
            <ChevronDown size={15} aria-hidden="true" />
          </>
        }
        items={[
          {
            id: 'permissions',
            label: labels.permissions,
            icon: <ShieldPlus size={17} aria-hidden="true" />,
            run: () => open('permissions'),
          },
          {
            id: 'users',
            label: labels.users,
            icon: <UserPlus size={17} aria-hidden="true" />,
            run: () => open('users'),
          },
        ]}
      />
      {kind && <RequestUpload kind={kind} label={labels[kind]} tenantId={tenantId} onClose={() => open(undefined)} />}
    </>
  )
}
