// What is told of a request, in the language of anyone who reads it.
import { type Language, languageOf } from '#contract/kernel/language.ts'

type RequestNotice = {
  readonly name: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly reason: string
}
type Sentences = {
  readonly assigned: (notice: RequestNotice) => string
  readonly applied: (notice: RequestNotice) => string
  readonly rejected: (notice: RequestNotice) => string
  readonly failed: (notice: RequestNotice) => string
}
export type Kind = keyof Sentences

const listed = ({ roles }: RequestNotice) => roles.join(', ')
const because = ({ reason }: RequestNotice, colon = ':') => (reason ? `${colon} ${reason}` : '')
/** French sets a narrow space before it. */
const frenchColon = '\u202f:'

const sentences: Record<Language, Sentences> = {
  en: {
    assigned: (notice) => `You have access at ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `The request for ${notice.name} at ${notice.tenant} was applied`,
    rejected: (notice) => `The request for ${notice.name} at ${notice.tenant} was rejected${because(notice)}`,
    failed: (notice) => `The request for ${notice.name} at ${notice.tenant} could not be applied${because(notice)}`,
  },
  es: {
    assigned: (notice) => `Tiene acceso en ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `La solicitud para ${notice.name} en ${notice.tenant} se ha aplicado`,
    rejected: (notice) => `La solicitud para ${notice.name} en ${notice.tenant} se ha rechazado${because(notice)}`,
    failed: (notice) =>
      `La solicitud para ${notice.name} en ${notice.tenant} no se ha podido aplicar${because(notice)}`,
  },
  fr: {
    assigned: (notice) => `Vous avez maintenant accès dans ${notice.tenant}${frenchColon} ${listed(notice)}`,
    applied: (notice) => `La demande pour ${notice.name} dans ${notice.tenant} a été appliquée`,
    rejected: (notice) =>
      `La demande pour ${notice.name} dans ${notice.tenant} a été refusée${because(notice, frenchColon)}`,
    failed: (notice) =>
      `La demande pour ${notice.name} dans ${notice.tenant} n’a pas pu être appliquée${because(notice, frenchColon)}`,
  },
  it: {
    assigned: (notice) => `Ora ha accesso presso ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `La richiesta per ${notice.name} presso ${notice.tenant} è stata applicata`,
    rejected: (notice) => `La richiesta per ${notice.name} presso ${notice.tenant} è stata rifiutata${because(notice)}`,
    failed: (notice) =>
      `Non è stato possibile applicare la richiesta per ${notice.name} presso ${notice.tenant}${because(notice)}`,
  },
  pt: {
    assigned: (notice) => `Tem acesso em ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `O pedido para ${notice.name} em ${notice.tenant} foi aplicado`,
    rejected: (notice) => `O pedido para ${notice.name} em ${notice.tenant} foi rejeitado${because(notice)}`,
    failed: (notice) => `O pedido para ${notice.name} em ${notice.tenant} não pôde ser aplicado${because(notice)}`,
  },
  'pt-br': {
    assigned: (notice) => `Você tem acesso em ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `A solicitação para ${notice.name} em ${notice.tenant} foi aplicada`,
    rejected: (notice) => `A solicitação para ${notice.name} em ${notice.tenant} foi rejeitada${because(notice)}`,
    failed: (notice) => `A solicitação para ${notice.name} em ${notice.tenant} não pôde ser aplicada${because(notice)}`,
  },
  de: {
    assigned: (notice) => `Sie haben jetzt Zugriff bei ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `Die Anfrage für ${notice.name} bei ${notice.tenant} wurde umgesetzt`,
    rejected: (notice) => `Die Anfrage für ${notice.name} bei ${notice.tenant} wurde abgelehnt${because(notice)}`,
    failed: (notice) =>
      `Die Anfrage für ${notice.name} bei ${notice.tenant} konnte nicht umgesetzt werden${because(notice)}`,
  },
}

export const requestMessages = (kind: Kind, language: string, notice: RequestNotice) =>
  sentences[languageOf(language)][kind](notice)
