// What Gods are told of a log that was changed in the database, in each language.
import type { Language } from '#contract/kernel/language.ts'
import type { LogBreak } from '#contract/log-entries.ts'

type Texts = {
  readonly changed: string
  readonly breaks: Readonly<Record<LogBreak['what'], (number: string) => string>>
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    changed: 'The audit log was changed in the database',
    breaks: {
      'entry-edited': (number) => `entry ${number} was edited`,
      'entry-deleted': (number) => `entry ${number} was deleted`,
      'entry-inserted': (number) => `entry ${number} was inserted`,
      'seal-edited': (number) => `seal ${number} was edited`,
      'seal-deleted': (number) => `seal ${number} was deleted`,
    },
  },
  de: {
    changed: 'Das Auditprotokoll wurde in der Datenbank verändert',
    breaks: {
      'entry-edited': (number) => `Eintrag ${number} wurde bearbeitet`,
      'entry-deleted': (number) => `Eintrag ${number} wurde gelöscht`,
      'entry-inserted': (number) => `Eintrag ${number} wurde eingefügt`,
      'seal-edited': (number) => `Siegel ${number} wurde bearbeitet`,
      'seal-deleted': (number) => `Siegel ${number} wurde gelöscht`,
    },
  },
  es: {
    changed: 'El registro de auditoría se ha modificado en la base de datos',
    breaks: {
      'entry-edited': (number) => `se ha modificado la entrada ${number}`,
      'entry-deleted': (number) => `se ha eliminado la entrada ${number}`,
      'entry-inserted': (number) => `se ha insertado la entrada ${number}`,
      'seal-edited': (number) => `se ha modificado el sello ${number}`,
      'seal-deleted': (number) => `se ha eliminado el sello ${number}`,
    },
  },
  fr: {
    changed: 'Le journal d’audit a été modifié dans la base de données',
    breaks: {
      'entry-edited': (number) => `l’entrée ${number} a été modifiée`,
      'entry-deleted': (number) => `l’entrée ${number} a été supprimée`,
      'entry-inserted': (number) => `l’entrée ${number} a été insérée`,
      'seal-edited': (number) => `le sceau ${number} a été modifié`,
      'seal-deleted': (number) => `le sceau ${number} a été supprimé`,
    },
  },
  it: {
    changed: 'Il registro di audit è stato modificato nel database',
    breaks: {
      'entry-edited': (number) => `la voce ${number} è stata modificata`,
      'entry-deleted': (number) => `la voce ${number} è stata eliminata`,
      'entry-inserted': (number) => `la voce ${number} è stata inserita`,
      'seal-edited': (number) => `il sigillo ${number} è stato modificato`,
      'seal-deleted': (number) => `il sigillo ${number} è stato eliminato`,
    },
  },
  pt: {
    changed: 'O registo de auditoria foi alterado na base de dados',
    breaks: {
      'entry-edited': (number) => `a entrada ${number} foi alterada`,
      'entry-deleted': (number) => `a entrada ${number} foi eliminada`,
      'entry-inserted': (number) => `a entrada ${number} foi inserida`,
      'seal-edited': (number) => `o selo ${number} foi alterado`,
      'seal-deleted': (number) => `o selo ${number} foi eliminado`,
    },
  },
  'pt-br': {
    changed: 'O log de auditoria foi alterado no banco de dados',
    breaks: {
      'entry-edited': (number) => `a entrada ${number} foi alterada`,
      'entry-deleted': (number) => `a entrada ${number} foi excluída`,
      'entry-inserted': (number) => `a entrada ${number} foi inserida`,
      'seal-edited': (number) => `o selo ${number} foi alterado`,
      'seal-deleted': (number) => `o selo ${number} foi excluído`,
    },
  },
}

/** Without what broke: for the subject of a mail. */
export const changedInWords = (language: Language) => texts[language].changed

export const inWords = (language: Language, { what, number }: LogBreak) => {
  const { changed, breaks } = texts[language]
  return `${changed}${language === 'fr' ? '\u202f' : ''}: ${breaks[what](String(number))}`
}
