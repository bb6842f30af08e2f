// What is told of a request, in the language of anyone who reads it.
import { type Language, languageOf } from '#contract/kernel/language.ts'

type RequestNotice = {
  readonly name: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly reason: string
}
type Sentences = {
  readonly given: (told: RequestNotice) => string
  readonly applied: (told: RequestNotice) => string
  readonly rejected: (told: RequestNotice) => string
  readonly failed: (told: RequestNotice) => string
}
export type Kind = keyof Sentences
type Several = Record<Kind, (count: number) => string> & { readonly waiting: (told: RequestNotice) => string }

const listed = ({ roles }: RequestNotice) => roles.join(', ')
const because = ({ reason }: RequestNotice) => (reason ? `: ${reason}` : '')

const sentences: Record<Language, Sentences> = {
  en: {
    given: (told) => `You have access at ${told.tenant}: ${listed(told)}`,
    applied: (told) => `The request for ${told.name} at ${told.tenant} was applied`,
    rejected: (told) => `The request for ${told.name} at ${told.tenant} was rejected${because(told)}`,
    failed: (told) => `The request for ${told.name} at ${told.tenant} could not be applied${because(told)}`,
  },
  es: {
    given: (told) => `Tiene acceso en ${told.tenant}: ${listed(told)}`,
    applied: (told) => `La solicitud para ${told.name} en ${told.tenant} se ha aplicado`,
    rejected: (told) => `La solicitud para ${told.name} en ${told.tenant} se ha rechazado${because(told)}`,
    failed: (told) => `La solicitud para ${told.name} en ${told.tenant} no se ha podido aplicar${because(told)}`,
  },
  fr: {
    given: (told) => `Vous avez accès chez ${told.tenant} : ${listed(told)}`,
    applied: (told) => `La demande pour ${told.name} chez ${told.tenant} a été appliquée`,
    rejected: (told) => `La demande pour ${told.name} chez ${told.tenant} a été rejetée${because(told)}`,
    failed: (told) => `La demande pour ${told.name} chez ${told.tenant} n’a pas pu être appliquée${because(told)}`,
  },
  it: {
    given: (told) => `Ha accesso presso ${told.tenant}: ${listed(told)}`,
    applied: (told) => `La richiesta per ${told.name} presso ${told.tenant} è stata applicata`,
    rejected: (told) => `La richiesta per ${told.name} presso ${told.tenant} è stata respinta${because(told)}`,
    failed: (told) => `La richiesta per ${told.name} presso ${told.tenant} non è stata applicata${because(told)}`,
  },
  pt: {
    given: (told) => `Tem acesso em ${told.tenant}: ${listed(told)}`,
    applied: (told) => `O pedido para ${told.name} em ${told.tenant} foi aplicado`,
    rejected: (told) => `O pedido para ${told.name} em ${told.tenant} foi rejeitado${because(told)}`,
    failed: (told) => `O pedido para ${told.name} em ${told.tenant} não pôde ser aplicado${because(told)}`,
  },
  'pt-br': {
    given: (told) => `Você tem acesso em ${told.tenant}: ${listed(told)}`,
    applied: (told) => `A solicitação para ${told.name} em ${told.tenant} foi aplicada`,
    rejected: (told) => `A solicitação para ${told.name} em ${told.tenant} foi rejeitada${because(told)}`,
    failed: (told) => `A solicitação para ${told.name} em ${told.tenant} não pôde ser aplicada${because(told)}`,
  },
  de: {
    given: (told) => `Sie haben Zugriff bei ${told.tenant}: ${listed(told)}`,
    applied: (told) => `Die Anfrage für ${told.name} bei ${told.tenant} wurde angewendet`,
    rejected: (told) => `Die Anfrage für ${told.name} bei ${told.tenant} wurde abgelehnt${because(told)}`,
    failed: (told) => `Die Anfrage für ${told.name} bei ${told.tenant} konnte nicht angewendet werden${because(told)}`,
  },
}

const several: Record<Language, Several> = {
  en: {
    given: (count) => `You have new access at ${count} clients`,
    applied: (count) => `${count} requests were applied`,
    rejected: (count) => `${count} requests were rejected`,
    failed: (count) => `${count} requests could not be applied`,
    waiting: (told) => `A request for ${told.name} at ${told.tenant} waits for your decision`,
  },
  es: {
    given: (count) => `Tiene nuevos accesos en ${count} clientes`,
    applied: (count) => `Se han aplicado ${count} solicitudes`,
    rejected: (count) => `Se han rechazado ${count} solicitudes`,
    failed: (count) => `No se han podido aplicar ${count} solicitudes`,
    waiting: (told) => `Una solicitud para ${told.name} en ${told.tenant} espera su decisión`,
  },
  fr: {
    given: (count) => `Vous avez de nouveaux accès chez ${count} clients`,
    applied: (count) => `${count} demandes ont été appliquées`,
    rejected: (count) => `${count} demandes ont été rejetées`,
    failed: (count) => `${count} demandes n’ont pas pu être appliquées`,
    waiting: (told) => `Une demande pour ${told.name} chez ${told.tenant} attend votre décision`,
  },
  it: {
    given: (count) => `Ha nuovi accessi presso ${count} clienti`,
    applied: (count) => `Sono state applicate ${count} richieste`,
    rejected: (count) => `Sono state respinte ${count} richieste`,
    failed: (count) => `Non è stato possibile applicare ${count} richieste`,
    waiting: (told) => `Una richiesta per ${told.name} presso ${told.tenant} attende la Sua decisione`,
  },
  pt: {
    given: (count) => `Tem novos acessos em ${count} clientes`,
    applied: (count) => `Foram aplicados ${count} pedidos`,
    rejected: (count) => `Foram rejeitados ${count} pedidos`,
    failed: (count) => `Não foi possível aplicar ${count} pedidos`,
    waiting: (told) => `Um pedido para ${told.name} em ${told.tenant} aguarda a sua decisão`,
  },
  'pt-br': {
    given: (count) => `Você tem novos acessos em ${count} clientes`,
    applied: (count) => `${count} solicitações foram aplicadas`,
    rejected: (count) => `${count} solicitações foram rejeitadas`,
    failed: (count) => `Não foi possível aplicar ${count} solicitações`,
    waiting: (told) => `Uma solicitação para ${told.name} em ${told.tenant} aguarda a sua decisão`,
  },
  de: {
    given: (count) => `Sie haben neue Zugriffe bei ${count} Kunden`,
    applied: (count) => `${count} Anfragen wurden angewendet`,
    rejected: (count) => `${count} Anfragen wurden abgelehnt`,
    failed: (count) => `${count} Anfragen konnten nicht angewendet werden`,
    waiting: (told) => `Eine Anfrage für ${told.name} bei ${told.tenant} wartet auf Ihre Entscheidung`,
  },
}

/** Of several that ended in the same way at once. */
export const severalMessages = (kind: Kind, language: string, count: number) =>
  several[languageOf(language)][kind](count)

/** To those who may decide it. */
export const waitingMessage = (language: string, told: RequestNotice) => several[languageOf(language)].waiting(told)

export const requestMessages = (kind: Kind, language: string, told: RequestNotice) =>
  sentences[languageOf(language)][kind](told)

/** Why a request could not be applied; of what we did not foresee nothing is told. */
const reasons: Readonly<Record<string, string>> = {
  'role-not-found': 'Role not found or not available for the selected application',
  'identity-not-found': 'There is no such user or group',
  'tenant-not-found': 'The tenant is gone',
  'users-group-has-no-tenants': 'No further tenant roles may be added to the group Users',
  'permission-missing': 'The approver may not let this user in',
}

export const reasonOf = (code: string) => reasons[code] ?? 'The request could not be applied'
