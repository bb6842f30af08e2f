// Everything that is held on the caller, as a workbook (R7.12-01, A-176).
import { endpoints, raw } from './kernel/endpoint.ts'
import { Queued } from './notifications.ts'

export const personalData = endpoints({
  download: {
    method: 'GET',
    path: '/profile/myData',
    access: 'signed-in',
    summary: 'Everything that is held on the caller, as an Excel workbook with a sheet of each kind.',
    output: raw('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  prepare: {
    method: 'POST',
    path: '/profile/myData',
    access: 'signed-in',
    summary: 'The same in the background: a notification links the file. One at a time.',
    output: Queued,
  },
})
