// Which rows of an import are written that did not come to its end.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import { localeOf } from '#contract/kernel/locale.ts'
import { saying } from '#server/kernel/saying.ts'

type Words = {
  readonly nothing: string
  readonly upTo: (last: string) => string
  readonly except: (last: string, faulty: string) => string
  readonly after: (next: string) => string
}

const words: Record<Language, Words> = {
  en: {
    nothing: 'Nothing was imported.',
    upTo: (last) => `Everything up to row ${last} was imported.`,
    except: (last, faulty) => `Everything up to row ${last} was imported; faulty rows left out: ${faulty}.`,
    after: (next) => `Nothing from row ${next} on was imported.`,
  },
  es: {
    nothing: 'No se ha importado nada.',
    upTo: (last) => `Se ha importado todo hasta la fila ${last}.`,
    except: (last, faulty) => `Se ha importado todo hasta la fila ${last}; filas con errores omitidas: ${faulty}.`,
    after: (next) => `A partir de la fila ${next} no se ha importado nada.`,
  },
  fr: {
    nothing: 'Rien n’a été importé.',
    upTo: (last) => `Tout a été importé jusqu’à la ligne ${last}.`,
    except: (last, faulty) => `Tout a été importé jusqu’à la ligne ${last} ; lignes en erreur ignorées : ${faulty}.`,
    after: (next) => `Rien n’a été importé à partir de la ligne ${next}.`,
  },
  it: {
    nothing: 'Non è stato importato nulla.',
    upTo: (last) => `È stato importato tutto fino alla riga ${last}.`,
    except: (last, faulty) => `È stato importato tutto fino alla riga ${last}; righe errate saltate: ${faulty}.`,
    after: (next) => `Dalla riga ${next} in poi non è stato importato nulla.`,
  },
  pt: {
    nothing: 'Nada foi importado.',
    upTo: (last) => `Foi importado tudo até à linha ${last}.`,
    except: (last, faulty) => `Foi importado tudo até à linha ${last}; linhas com erros ignoradas: ${faulty}.`,
    after: (next) => `A partir da linha ${next} nada foi importado.`,
  },
  'pt-br': {
    nothing: 'Nada foi importado.',
    upTo: (last) => `Tudo foi importado até a linha ${last}.`,
    except: (last, faulty) => `Tudo foi importado até a linha ${last}; linhas com erros ignoradas: ${faulty}.`,
    after: (next) => `A partir da linha ${next}, nada foi importado.`,
  },
  de: {
    nothing: 'Nichts wurde importiert.',
    upTo: (last) => `Bis einschließlich Zeile ${last} wurde alles importiert.`,
    except: (last, faulty) =>
      `Bis einschließlich Zeile ${last} wurde alles importiert; ausgelassene fehlerhafte Zeilen: ${faulty}.`,
    after: (next) => `Ab Zeile ${next} wurde nichts importiert.`,
  },
}

/** `last` is undefined where none was done, `next` where all were. */
export const rowsLeft = saying({
  code: 'rows-left',
  data: z.object({ last: z.number().optional(), next: z.number().optional(), faulty: z.number() }),
  inWords: (language, { last, next, faulty }) => {
    const { nothing, upTo, except, after } = words[language]
    if (last === undefined) return nothing
    const number = new Intl.NumberFormat(localeOf(language))
    const row = number.format(last)
    const done = faulty > 0 ? except(row, number.format(faulty)) : upTo(row)
    return next === undefined ? done : `${done} ${after(number.format(next))}`
  },
})
