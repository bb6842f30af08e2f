// R2.6-23: requests from a workbook, for people who are there or for new ones.
import { ChevronDown, ShieldPlus, Upload, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { consultants } from '#contract/consultants.ts'
import { operationRequests } from '#contract/operation-requests.ts'
import { requestImports } from '#contract/request-imports.ts'
import { resourceOf } from '#web/lib/use-endpoint.ts'
import { UploadDialog } from '#web/ui/entity-table/upload-dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import '#web/ui/entity-table/entity-table.css'

const kinds = {
  permissions: { endpoint: requestImports.bulkInsert, template: requestImports.template, dryRun: true },
  users: { endpoint: requestImports.fullBulkInsert, template: requestImports.fullTemplate, dryRun: true },
} as const

export const BulkUpload = ({ tenantId }: { tenantId: string }) => {
  const { t } = useTranslation('consultants')
  const [kind, open] = useState<keyof typeof kinds>()
  const answers = useQueryClient()
  const labels = { permissions: t('uploadPermissions'), users: t('uploadUsers') }
  const done = () => {
    for (const endpoint of [consultants.users, operationRequests.list])
      void answers.invalidateQueries({ queryKey: [resourceOf(endpoint)] })
  }
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
      {kind && (
        <UploadDialog
          upload={{ ...kinds[kind], params: { tenantId }, label: labels[kind] }}
          onDone={done}
          onClose={() => open(undefined)}
        />
      )}
    </>
  )
}
