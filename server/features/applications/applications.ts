// The use cases of `contract/applications.ts`, gathered from their rooms.
export { change, create, remove, save, setStatus } from './catalogue.ts'
export { get, list, owned } from './application-reads.ts'
export { disclaimer, icon, owners, removeIcon, saveDisclaimer, uploadIcon } from './presentation.ts'
