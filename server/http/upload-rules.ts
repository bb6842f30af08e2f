// What holds for every uploaded file: its name, its ending and its size.
import type { FileUpload } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/refusal.ts'

/** Whatever path a browser sends before it. */
export const plainName = (filename: string | undefined) => filename?.split(/[\\/]/).at(-1) ?? ''

export const isAccepted = (name: string, { accept }: FileUpload) =>
  accept.some((ending) => name.toLowerCase().endsWith(ending))

const twoMegabytes = 2_097_152

export const refuseTooLarge = ({ mostBytes }: FileUpload, field: string): never => {
  throw new Refusal(mostBytes === twoMegabytes ? 'two-megabytes-exceeded' : 'file-too-large', 413, { field })
}

/** Reading meets nothing but what the caller sent: no boundary, an end in the middle, too many parts. */
export const refuseUnread = (error: unknown, upload: FileUpload, field: string): never => {
  if (error instanceof Refusal) throw error
  const { code = '' } = error as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE') refuseTooLarge(upload, field)
  throw new Refusal('file-missing', 400, { field })
}
