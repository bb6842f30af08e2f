// The use cases of `contract/applications.ts`, gathered from their rooms.
export { change, create, get, list, remove, save, setStatus } from './catalogue.ts'
export { disclaimer, icon, owners, removeIcon, saveDisclaimer, uploadIcon } from './presentation.ts'
