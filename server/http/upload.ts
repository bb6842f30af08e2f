// A form with a file, or with several and fields beside them, read whole and no further than its endpoint allows
//
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint, FileUpload, Upload } from '#contract/kernel/endpoint.ts'
import { asCodes, invalid, issuesOf } from '#server/kernel/issue.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UploadedFile } from '#server/kernel/use-case.ts'
import { readForm } from './form-upload.ts'
import { isAccepted, plainName, refuseTooLarge, refuseUnread } from './upload-rules.ts'

export const registerUploads = (app: FastifyInstance) =>
  app.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    limits: { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 20_000, headerPairs: 50, parts: 21 },
  })

/** A form is read where a file is asked for, and nowhere else (T51). */
export const refuseOtherForms = (request: FastifyRequest) => {
  if (request.isMultipart()) throw new Refusal('unsupported-media-type', 415)
}

/** Files are held in memory while they are read: so many at once, and of one person so many. */
const most = { all: 12, ofOne: 4 }
const reading = new Map<string, number>()

const oneOfFew = async <T>(who: string, read: () => Promise<T>): Promise<T> => {
  const all = [...reading.values()].reduce((sum, count) => sum + count, 0)
  const mine = reading.get(who) ?? 0
  if (all >= most.all || mine >= most.ofOne) throw new Refusal('busy', 503)
  reading.set(who, mine + 1)
  try {
    return await read()
  } finally {
    const left = (reading.get(who) ?? 1) - 1
    if (left > 0) reading.set(who, left)
    else reading.delete(who)
  }
}

/** What an endpoint takes: one file and what stands beside it, or a form with several. */
export type UploadResult = { file?: UploadedFile; beside?: unknown; form?: unknown; files?: readonly UploadedFile[] }
type UploadRules = { readonly upload: Upload; readonly beside?: AnyEndpoint['beside'] }

/** `who`: whose uploads are counted together. */
export const readUpload = async (
  request: FastifyRequest,
  { upload, beside }: UploadRules,
  who: string,
): Promise<UploadResult> => {
  const field = 'form' in upload ? 'files' : 'file'
  if (!request.isMultipart()) throw new Refusal('file-missing', 400, { field })
  return oneOfFew(who, async () =>
    'form' in upload ? readForm(request, upload) : withBeside(await fileOf(request, upload), beside),
  )
}

const withBeside = (file: UploadedFile, beside: UploadRules['beside']): UploadResult => {
  if (!beside) return { file }
  const read = beside.safeParse(file.fields, asCodes)
  if (!read.success) throw invalid(...issuesOf(read.error))
  return { file, beside: read.data }
}

const fileOf = async (request: FastifyRequest, upload: FileUpload): Promise<UploadedFile> => {
  const part = await partOf(request, upload)
  const name = plainName(part.filename)
  if (!isAccepted(name, upload)) throw new Refusal('extension-not-allowed', 400, { field: 'file' })
  const bytes = await part.toBuffer().catch((error: unknown) => refuseUnread(error, upload, 'file'))
  // Its reader looks at the limit with each piece that it keeps, and not after the last one.
  if (part.file.truncated) refuseTooLarge(upload, 'file')
  return { name, mediaType: part.mimetype, bytes, fields: fieldsOf(part) }
}

/** A thousand corrections of rows. */
const mostFieldBytes = 1_000_000

const partOf = async (request: FastifyRequest, upload: FileUpload): Promise<MultipartFile> => {
  const part = await request
    .file({ limits: { fileSize: upload.mostBytes, fieldSize: mostFieldBytes } })
    .catch((error: unknown) => refuseUnread(error, upload, 'file'))
  if (!part || part.fieldname !== 'file' || !part.filename) throw new Refusal('file-missing', 400, { field: 'file' })
  return part
}

const fieldsOf = ({ fields }: MultipartFile) =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) =>
      field && !Array.isArray(field) && field.type === 'field' ? [[field.fieldname, String(field.value)]] : [],
    ),
  )
