// What is told of a request, in the language of anyone who reads it.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import { numberIn } from '#server/mail/messages.ts'

type RequestNotice = {
  readonly name: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly reason: string
}
export const Kind = z.enum(['assigned', 'applied', 'rejected', 'failed'])
export type Kind = z.output<typeof Kind>
type Sentences = Readonly<Record<Kind, (notice: RequestNotice) => string>>
type Waiting = Pick<RequestNotice, 'name' | 'tenant'>
type CountMessages = Record<Kind, (count: string) => string> & { readonly waiting: (notice: Waiting) => string }

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
    assigned: (notice) => `Tienes acceso en ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `La solicitud para ${notice.name} en ${notice.tenant} se ha aplicado`,
    rejected: (notice) => `La solicitud para ${notice.name} en ${notice.tenant} se ha rechazado${because(notice)}`,
    failed: (notice) =>
      `La solicitud para ${notice.name} en ${notice.tenant} no se ha podido aplicar${because(notice)}`,
  },
  fr: {
    assigned: (notice) => `Vous avez maintenant accès dans ${notice.tenant}${frenchColon} ${listed(notice)}`,
    applied: (notice) => `La demande pour ${notice.name} dans ${notice.tenant} a été appliquée`,
    rejected: (notice) =>
      `La demande pour ${notice.name} dans ${notice.tenant} a été rejetée${because(notice, frenchColon)}`,
    failed: (notice) =>
      `La demande pour ${notice.name} dans ${notice.tenant} n’a pas pu être appliquée${because(notice, frenchColon)}`,
  },
  it: {
    assigned: (notice) => `Ora ha accesso presso ${notice.tenant}: ${listed(notice)}`,
    applied: (notice) => `La richiesta per ${notice.name} presso ${notice.tenant} è stata applicata`,
    rejected: (notice) => `La richiesta per ${notice.name} presso ${notice.tenant} è stata respinta${because(notice)}`,
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

const several: Record<Language, CountMessages> = {
  en: {
    assigned: (count) => `You have new access at ${count} tenants`,
    applied: (count) => `${count} requests were applied`,
    rejected: (count) => `${count} requests were rejected`,
    failed: (count) => `${count} requests could not be applied`,
    waiting: (notice) => `A request for ${notice.name} at ${notice.tenant} waits for your decision`,
  },
  es: {
    assigned: (count) => `Tienes accesos nuevos en ${count} entidades`,
    applied: (count) => `Se han aplicado ${count} solicitudes`,
    rejected: (count) => `Se han rechazado ${count} solicitudes`,
    failed: (count) => `No se han podido aplicar ${count} solicitudes`,
    waiting: (notice) => `Una solicitud para ${notice.name} en ${notice.tenant} está pendiente de tu decisión`,
  },
  fr: {
    assigned: (count) => `Vous avez de nouveaux accès dans ${count} entités`,
    applied: (count) => `${count} demandes ont été appliquées`,
    rejected: (count) => `${count} demandes ont été rejetées`,
    failed: (count) => `${count} demandes n’ont pas pu être appliquées`,
    waiting: (notice) => `Une demande pour ${notice.name} dans ${notice.tenant} attend votre décision`,
  },
  it: {
    assigned: (count) => `Ha nuovi accessi presso ${count} entità`,
    applied: (count) => `Sono state applicate ${count} richieste`,
    rejected: (count) => `Sono state respinte ${count} richieste`,
    failed: (count) => `Non è stato possibile applicare ${count} richieste`,
    waiting: (notice) => `Una richiesta per ${notice.name} presso ${notice.tenant} attende la Sua decisione`,
  },
  pt: {
    assigned: (count) => `Tem novos acessos em ${count} entidades`,
    applied: (count) => `Foram aplicados ${count} pedidos`,
    rejected: (count) => `Foram rejeitados ${count} pedidos`,
    failed: (count) => `Não foi possível aplicar ${count} pedidos`,
    waiting: (notice) => `Um pedido para ${notice.name} em ${notice.tenant} aguarda a sua decisão`,
  },
  'pt-br': {
    assigned: (count) => `Você tem novos acessos em ${count} entidades`,
    applied: (count) => `${count} solicitações foram aplicadas`,
    rejected: (count) => `${count} solicitações foram rejeitadas`,
    failed: (count) => `Não foi possível aplicar ${count} solicitações`,
    waiting: (notice) => `Uma solicitação para ${notice.name} em ${notice.tenant} aguarda a sua decisão`,
  },
  de: {
    assigned: (count) => `Sie haben neue Zugriffe bei ${count} Einheiten`,
    applied: (count) => `${count} Anfragen wurden umgesetzt`,
    rejected: (count) => `${count} Anfragen wurden abgelehnt`,
    failed: (count) => `${count} Anfragen konnten nicht umgesetzt werden`,
    waiting: (notice) => `Eine Anfrage für ${notice.name} bei ${notice.tenant} wartet auf Ihre Entscheidung`,
  },
}

/** Of several that ended in the same way at once. */
export const severalMessages = (kind: Kind, language: Language, count: number) =>
  several[language][kind](numberIn(language, count))

/** To those who may decide it. */
export const waitingMessage = (language: Language, notice: Waiting) => several[language].waiting(notice)

export const requestMessages = (kind: Kind, language: Language, notice: RequestNotice) =>
  sentences[language][kind](notice)
