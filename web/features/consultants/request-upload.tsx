// R2.6-23: the dialog of an upload of requests, loaded when it is opened.
import { useQueryClient } from '@tanstack/react-query'
import { consultants } from '#contract/consultants.ts'
import { operationRequests } from '#contract/operation-requests.ts'
import { requestImports } from '#contract/request-imports.ts'
import { resourceOf } from '#web/lib/use-endpoint.ts'
import { UploadDialog } from '#web/ui/entity-table/upload-dialog.tsx'
import '#web/ui/entity-table/entity-table.css'

const kinds = {
  permissions: { endpoint: requestImports.bulkInsert, template: requestImports.template, dryRun: true },
  users: { endpoint: requestImports.fullBulkInsert, template: requestImports.fullTemplate, dryRun: true },
} as const

export type UploadKind = keyof typeof kinds

type Props = { kind: UploadKind; label: string; tenantId: string; onClose: () => void }

export const RequestUpload = ({ kind, label, tenantId, onClose }: Props) => {
  const answers = useQueryClient()
  const done = () => {
    for (const endpoint of [consultants.users, operationRequests.list])
      void answers.invalidateQueries({ queryKey: [resourceOf(endpoint)] })
  }
  return <UploadDialog upload={{ ...kinds[kind], params: { tenantId }, label }} onDone={done} onClose={onClose} />
}
