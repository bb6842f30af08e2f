// Who may do what with requests for access, of permission-table.ts.
import { own, requestAskers, requestDeciders, type Row } from './permission-kinds.ts'

export const requestPermissions: Readonly<Record<string, Row>> = {
  'operation-requests.list': requestDeciders,
  'operation-requests.history': requestDeciders,
  'operation-requests.permissions': requestAskers,
  'operation-requests.create': requestAskers,
  'operation-requests.createUser': requestAskers,
  'operation-requests.createPermissions': requestAskers,
  'operation-requests.savePermissions': requestDeciders,
  'operation-requests.approve': requestDeciders,
  'operation-requests.reject': requestDeciders,
  'operation-requests.approveInBulk': requestDeciders,
  'operation-requests.rejectInBulk': requestDeciders,
  // Anyone who asked, and nobody else.
  'operation-requests.cancel': own,
  'requestable.applications': own,
  'access-requests.options': own,
  'access-requests.ask': own,
  'request-review.evidence': requestDeciders,
  'request-review.preview': requestDeciders,
  'request-review.undo': requestDeciders,
}
