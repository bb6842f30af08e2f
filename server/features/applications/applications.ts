// The use cases of `contract/applications.ts`, gathered from their rooms.
export { change, create, get, list, owned, remove, save, setStatus } from './catalogue.ts'
export { disclaimer, icon, owners, removeIcon, saveDisclaimer, uploadIcon } from './presentation.ts'
