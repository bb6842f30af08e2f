// A form with one file, read whole and no further than its endpoint allows.
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '#contract/kernel/endpoint.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import type { UploadedFile } from '#server/kernel/use-case.ts'

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

/** `who`: whose uploads are counted together. */
export const readUpload = async (request: FastifyRequest, upload: Upload, who: string): Promise<UploadedFile> => {
  if (!request.isMultipart()) throw new Refusal('file-missing', 400, { field: 'file' })
  return oneOfFew(who, () => fileOf(request, upload))
}

const fileOf = async (request: FastifyRequest, { accept, mostBytes }: Upload): Promise<UploadedFile> => {
  const part = await partOf(request, mostBytes)
  const name = part.filename.split(/[\\/]/).at(-1) ?? ''
  if (!accept.some((ending) => name.toLowerCase().endsWith(ending)))
    throw new Refusal('extension-not-allowed', 400, { field: 'file' })
  const bytes = await part.toBuffer().catch((error: unknown) => refuseTooLarge(error, mostBytes))
  return { name, mediaType: part.mimetype, bytes, fields: fieldsOf(part) }
}

const partOf = async (request: FastifyRequest, fileSize: number): Promise<MultipartFile> => {
  const part = await request.file({ limits: { fileSize } }).catch((error: unknown) => refuseTooLarge(error, fileSize))
  if (!part || part.fieldname !== 'file' || !part.filename) throw new Refusal('file-missing', 400, { field: 'file' })
  return part
}

const twoMegabytes = 2_097_152

/** Reading meets nothing but what the caller sent: no boundary, an end in the middle, too many parts. */
const refuseTooLarge = (error: unknown, mostBytes: number): never => {
  const { code = '' } = error as { code?: string }
  const tooLarge = mostBytes === twoMegabytes ? 'two-megabytes-exceeded' : 'file-too-large'
  if (code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal(tooLarge, 413, { field: 'file' })
  throw new Refusal('file-missing', 400, { field: 'file' })
}

const fieldsOf = ({ fields }: MultipartFile) =>
  Object.fromEntries(
    Object.values(fields).flatMap((field) =>
      field && !Array.isArray(field) && field.type === 'field' ? [[field.fieldname, String(field.value)]] : [],
    ),
  )
