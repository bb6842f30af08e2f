// The words that all mails share, and how mails write durations, moments and people's names.
import type { Language } from '#contract/kernel/language.ts'
import { localeOf } from '#contract/kernel/locale.ts'

type Messages = {
  readonly greeting: (name: string | undefined) => string
  /** Where it is not the plain sign. */
  readonly colon?: string
  readonly plainLink: string
  readonly footer: string
}

const greet =
  (hello: string, end = ',', comma = '') =>
  (name: string | undefined) =>
    name ? `${hello}${comma} ${name}${end}` : `${hello}${end}`

export const messages: Record<Language, Messages> = {
  en: {
    greeting: greet('Hello'),
    plainLink: 'If the button does not work, copy this address into your browser:',
    footer: 'Portico sent this message automatically. Please do not reply to it.',
  },
  es: {
    greeting: greet('Hola', ':', ','),
    plainLink: 'Si el botón no funciona, copia esta dirección en tu navegador:',
    footer: 'Este es un mensaje automático de Portico. Por favor, no respondas a esta dirección.',
  },
  fr: {
    greeting: greet('Bonjour'),
    colon: '\u202f:',
    plainLink: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur\u202f:',
    footer: 'Ceci est un message automatique de Portico. Merci de ne pas y répondre.',
  },
  it: {
    greeting: greet('Buongiorno'),
    plainLink: 'Se il pulsante non funziona, copi questo indirizzo nel browser:',
    footer: 'Questo è un messaggio automatico di Portico. La preghiamo di non rispondere.',
  },
  pt: {
    greeting: greet('Olá', ',', ','),
    plainLink: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
    footer: 'Esta é uma mensagem automática do Portico. Por favor, não responda.',
  },
  'pt-br': {
    greeting: greet('Olá', ',', ','),
    plainLink: 'Se o botão não funcionar, copie e cole este endereço no navegador:',
    footer: 'Esta é uma mensagem automática do Portico. Não é preciso responder.',
  },
  de: {
    greeting: greet('Guten Tag'),
    plainLink: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
    footer: 'Diese Nachricht wurde automatisch von Portico versendet. Bitte antworten Sie nicht darauf.',
  },
}

/** "24 hours", "24 Stunden", "1 heure". */
export const duration = (language: Language, amount: number, unit: 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)

/** "12,345", "12.345", "12\u202f345". */
export const numberIn = (language: Language, amount: number): string =>
  new Intl.NumberFormat(localeOf(language)).format(amount)

/** Readers sit in many time zones, so mails say which one they mean. */
export const moment = (language: Language, date: Date): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(date)} UTC`

/** One line, of bearable length: a name must not be able to pose as a paragraph of the mail. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 200)

/** Anyone who may name a user must not be able to send a link of his own under our letterhead. */
export const nameOf = (name: string | undefined): string | undefined => {
  const line = oneLine(name ?? '')
  return line && !/:\/\/|www\./i.test(line) ? line : undefined
}
