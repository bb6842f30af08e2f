// The copy of everything that is held on a person, for that person alone (R7.12-01): at once, or in the background.
import { z } from 'zod'
import { type Language, languageOf } from '#contract/kernel/language.ts'
import { personalData } from '#contract/personal-data.ts'
import { attachment } from '#server/downloads/content-disposition.ts'
import { type PersonalData, personalDataMessages } from '#server/downloads/personal-data.ts'
import { accountById } from '#server/features/accounts/accounts.public.ts'
import { processKind, queueProcess } from '#server/features/notifications/notifications.public.ts'
import { callerOf } from '#server/kernel/authorize.ts'
import type { ReadCtx } from '#server/kernel/context.ts'
import { Refusal } from '#server/kernel/refusal.ts'
import { type SheetBatch, sheetMediaType, type SheetToWrite } from '#server/kernel/ports/sheets.ts'
import type { UseCase } from '#server/kernel/use-case.ts'
import { sections } from './sections.ts'
import { inWords } from './values.ts'

type Api = typeof personalData

const fileName = 'MyData.xlsx'

type Copy = { readonly userId: string; readonly language: Language }
type Source = Pick<ReadCtx, 'db' | 'services'>

/** Rows are read when their sheet is written: never more than one sheet in memory. */
const sheetOf = ({ db, services: { sentenceOf } }: Source, section: PersonalData, copy: Copy): SheetToWrite => {
  const { language } = copy
  const words = personalDataMessages[language]
  const { title, columns, kind } = section
  const names = columns.map((name) => words[name])
  async function* rows(): AsyncGenerator<SheetBatch> {
    const found = (await section.rows(db, { ...copy, sentenceOf })).map(inWords(section, language))
    yield kind === 'list' ? found : found.flatMap((row) => row.map((value, at) => [names[at], value]))
  }
  const shown = kind === 'list' ? names : [words.field, words.value]
  return { name: words[title], columns: shown.map((name) => ({ title: name })), rows: rows() }
}

const copyOf = (ctx: Source, copy: Copy) =>
  ctx.services.sheets.write(sections.map((section) => sheetOf(ctx, section, copy)))

/** In the language that they chose, whoever sends the request for them. */
const ownCopy = async (ctx: ReadCtx): Promise<Copy> => {
  const { id: userId } = callerOf(ctx)
  return { userId, language: languageOf((await accountById(ctx.db, userId))?.language) }
}

/** Anyone who impersonates somebody sees their screens, and takes none of it away (docs/decisions/0014). */
export const download: UseCase<Api['download']> = async (ctx) => {
  if (callerOf(ctx).impersonator) throw new Refusal('acting-for-somebody', 403)
  return {
    raw: true,
    headers: { 'content-type': sheetMediaType, 'content-disposition': attachment(fileName) },
    body: copyOf(ctx, await ownCopy(ctx)),
  }
}

/** A second one while the first is prepared is refused by `my_data_is_prepared`. */
export const prepare: UseCase<Api['prepare']> = (ctx) =>
  ctx.commit(async (tx, inside) => {
    const { process, event } = await queueProcess(tx, inside, { type: 'ExportMyData', input: {} })
    return { result: { success: true, errors: [], process }, events: [event] }
  })

export const exportMyData = processKind({
  access: personalData.prepare.access,
  type: 'ExportMyData',
  input: z.object({}),
  run: async (ctx) => ({
    file: { name: fileName, contentType: sheetMediaType, body: copyOf(ctx, await ownCopy(ctx)) },
  }),
})
