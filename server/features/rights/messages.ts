// What Administrators are told of requests, and what rights are called, in each language.
import { localeOf } from '#contract/kernel/locale.ts'
import type { Language } from '#contract/kernel/language.ts'
import type { RightName } from '#contract/rights-form.ts'
import { oneLine } from '#server/mail/messages.ts'

/** "22 December 2026" */
export const dayInWords = (language: Language, day: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

type Texts = {
  readonly received: (name: string, day: string) => string
  readonly soon: (name: string, day: string) => string
  readonly today: (name: string) => string
  readonly over: (name: string, day: string) => string
  readonly rights: Readonly<Record<RightName, string>>
}

const rights = (...[access, information, correction, objection, erasure, portability]: string[]): Texts['rights'] => ({
  Access: access ?? '',
  Information: information ?? '',
  Correction: correction ?? '',
  TreatmentOpisition: objection ?? '',
  Supression: erasure ?? '',
  DataPortability: portability ?? '',
})

const texts: Record<Language, Texts> = {
  en: {
    received: (name, day) => `${name} exercises data-protection rights: an answer is due by ${day}`,
    soon: (name, day) => `The rights request of ${name} is due on ${day}`,
    today: (name) => `The rights request of ${name} is due today`,
    over: (name, day) => `The rights request of ${name} was due on ${day}`,
    rights: rights(
      'Access',
      'Information',
      'Correction',
      'Opposition to processing',
      'Suppression',
      'Data portability',
    ),
  },
  es: {
    received: (name, day) =>
      `${name} ejerce sus derechos de protección de datos: hay que responder a más tardar el ${day}`,
    soon: (name, day) => `La solicitud de derechos de ${name} vence el ${day}`,
    today: (name) => `La solicitud de derechos de ${name} vence hoy`,
    over: (name, day) => `La solicitud de derechos de ${name} venció el ${day}`,
    rights: rights('Acceso', 'Información', 'Rectificación', 'Oposición al tratamiento', 'Supresión', 'Portabilidad'),
  },
  fr: {
    received: (name, day) => `${name} exerce ses droits sur ses données\u00a0: réponse attendue au plus tard le ${day}`,
    soon: (name, day) => `La demande d’exercice de droits de ${name} arrive à échéance le ${day}`,
    today: (name) => `La demande d’exercice de droits de ${name} arrive à échéance aujourd’hui`,
    over: (name, day) => `La demande d’exercice de droits de ${name} était à traiter avant le ${day}`,
    rights: rights('Accès', 'Information', 'Rectification', 'Opposition au traitement', 'Effacement', 'Portabilité'),
  },
  it: {
    received: (name, day) => `${name} esercita i propri diritti sui dati: occorre rispondere entro il ${day}`,
    soon: (name, day) => `La richiesta di ${name} sui propri dati scade il ${day}`,
    today: (name) => `La richiesta di ${name} sui propri dati scade oggi`,
    over: (name, day) => `La richiesta di ${name} sui propri dati è scaduta il ${day}`,
    rights: rights(
      'Accesso',
      'Informazione',
      'Rettifica',
      'Opposizione al trattamento',
      'Cancellazione',
      'Portabilità dei dati',
    ),
  },
  pt: {
    received: (name, day) => `${name} exerce os seus direitos de proteção de dados: é preciso responder até ${day}`,
    soon: (name, day) => `O pedido de exercício de direitos de ${name} deve ter resposta até ${day}`,
    today: (name) => `O prazo do pedido de exercício de direitos de ${name} termina hoje`,
    over: (name, day) => `O prazo do pedido de exercício de direitos de ${name} terminou a ${day}`,
    rights: rights(
      'Acesso',
      'Informação',
      'Retificação',
      'Oposição ao tratamento',
      'Apagamento',
      'Portabilidade dos dados',
    ),
  },
  'pt-br': {
    received: (name, day) => `${name} está exercendo seus direitos de proteção de dados: responda até ${day}`,
    soon: (name, day) => `O prazo da solicitação de direitos de ${name} termina em ${day}`,
    today: (name) => `O prazo da solicitação de direitos de ${name} termina hoje`,
    over: (name, day) => `O prazo da solicitação de direitos de ${name} terminou em ${day}`,
    rights: rights(
      'Acesso',
      'Informação',
      'Correção',
      'Oposição ao tratamento',
      'Eliminação',
      'Portabilidade dos dados',
    ),
  },
  de: {
    received: (name, day) => `${name} macht Datenschutzrechte geltend: Eine Antwort ist bis zum ${day} fällig`,
    soon: (name, day) => `Der Datenschutzantrag von ${name} ist am ${day} fällig`,
    today: (name) => `Der Datenschutzantrag von ${name} ist heute fällig`,
    over: (name, day) => `Der Datenschutzantrag von ${name} war am ${day} fällig`,
    rights: rights(
      'Auskunft',
      'Information',
      'Berichtigung',
      'Widerspruch gegen die Verarbeitung',
      'Löschung',
      'Datenübertragbarkeit',
    ),
  },
}

/** `description` of notifications: one line, whatever somebody gave as their name. */
export const messagesOf = (language: Language) => {
  const text = texts[language]
  const day = (iso: string) => dayInWords(language, iso)
  return {
    received: (name: string, dueOn: string) => text.received(oneLine(name), day(dueOn)),
    due: (name: string, dueOn: string, left: number) => {
      if (left > 0) return text.soon(oneLine(name), day(dueOn))
      return left === 0 ? text.today(oneLine(name)) : text.over(oneLine(name), day(dueOn))
    },
    rights: (names: readonly RightName[]) => names.map((name) => text.rights[name]).join(', '),
  }
}
