// Why an uploaded file is not read: each with a code of its own, about the field of the upload.
import { Refusal } from '#server/kernel/refusal.ts'

export const notReadable = () => new Refusal('sheet-not-readable', 400, { field: 'file' })
export const encrypted = () => new Refusal('sheet-encrypted', 400, { field: 'file' })
export const withMacros = () => new Refusal('sheet-with-macros', 400, { field: 'file' })
export const withoutRows = () => new Refusal('sheet-has-no-rows', 400, { field: 'file' })
export const tooLarge = () => new Refusal('sheet-too-large', 413, { field: 'file' })
export const tooManyRows = (row: number, most: number) =>
  new Refusal('sheet-has-too-many-rows', 413, { field: 'file', row, most })
export const tooManyColumns = (row: number, most: number) =>
  new Refusal('sheet-has-too-many-columns', 413, { field: 'file', row, most })
