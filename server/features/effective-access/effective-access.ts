// One endpoint each of `contract/effective-access.ts`.
export { check, permissions } from './access-check.ts'
export { why } from './why.ts'
