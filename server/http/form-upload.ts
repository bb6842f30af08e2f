// A form with several files and the fields beside them: everything that is wrong with it is told at once.
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { FormUpload } from '#contract/kernel/endpoint.ts'
import { asCodes, invalid, type Issue, issuesOf } from '#server/kernel/issue.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UploadedFile } from '#server/kernel/use-case.ts'
import { isAccepted, plainName, refuseTooLarge, refuseUnread } from './upload-rules.ts'

type Read = { readonly fields: Record<string, string>; readonly files: UploadedFile[] }

const field = 'files'

/** `files`, and `files[]` as some forms write it. */
const isOfFiles = (name: string) => /^files(\[\d*\])?$/.test(name)

export const readForm = async (request: FastifyRequest, upload: FormUpload) => {
  const { fields, files } = await partsOf(request, upload).catch((error: unknown) => refuseUnread(error, upload, field))
  const read = upload.form.safeParse(fields, asCodes)
  const issues = [...issuesOf(read.error), ...issuesOfFiles(files, upload)]
  if (issues.length > 0) throw invalid(...issues)
  return { form: read.data, files }
}

const issuesOfFiles = (files: readonly UploadedFile[], upload: FormUpload): Issue[] => {
  if (files.length === 0) return [{ field, code: upload.missing }]
  if (files.length > upload.mostFiles)
    return [{ field, code: 'too-many-entries', data: { maximum: String(upload.mostFiles) } }]
  return files.flatMap(({ name }) =>
    isAccepted(name, upload)
      ? []
      : [{ field, code: 'file-extension-not-allowed', data: { file: name, options: upload.accept.join(', ') } }],
  )
}

const partsOf = async (request: FastifyRequest, upload: FormUpload): Promise<Read> => {
  const read: Read = { fields: {}, files: [] }
  const limits = {
    fileSize: upload.mostBytes,
    files: upload.mostFiles + 1,
    fieldSize: 100_000,
    parts: upload.mostFiles + 21,
  }
  let left = upload.mostBytes
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') keepField(read.fields, part)
    else left -= await keepFile(read.files, part)
    if (left < 0) refuseTooLarge(upload, field)
  }
  return read
}

const keepField = (fields: Read['fields'], { fieldname, value }: MultipartValue) => {
  if (!Object.hasOwn(fields, fieldname)) fields[fieldname] = String(value)
}

/** Its size. A form sends a file without a name where none was chosen. */
const keepFile = async (files: UploadedFile[], part: MultipartFile): Promise<number> => {
  const bytes = await part.toBuffer()
  const name = plainName(part.filename)
  if (!isOfFiles(part.fieldname)) throw new Refusal('file-missing', 400, { field })
  if (name) files.push({ name, mediaType: part.mimetype, bytes, fields: {} })
  return bytes.length
}
