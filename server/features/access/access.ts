// One endpoint each of `contract/access.ts`.
export { preview, previewFile } from './preview.ts'
export { changes, moves, undo, undoRemoval } from './undo.ts'
export { why } from './why.ts'
