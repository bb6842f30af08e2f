// Tells the owner that the password is another one now, so that a thief cannot change it unseen.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/kernel/mail-layout.ts'
import { moment, oneLine } from '#server/kernel/mail-words.ts'
import type { MailContent } from '#server/kernel/mail.ts'

type PasswordChange = {
  readonly language: Language
  readonly name: string
  readonly when: Date
  /** Where the change came from, where that is known. */
  readonly ip?: string | undefined
  /** Where somebody answers: config's support address. */
  readonly contact: string
}

export const passwordChangedMail = (input: PasswordChange): MailContent => {
  const text = texts[input.language]
  return letter({
    language: input.language,
    name: input.name,
    subject: text.subject,
    preview: text.fine,
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: text.lead },
      {
        kind: 'facts',
        rows: [
          [text.when, moment(input.language, input.when)],
          ...(input.ip ? [[text.ip, oneLine(input.ip)] as const] : []),
        ],
      },
      { kind: 'paragraph', text: text.fine },
      { kind: 'caution', text: text.caution(input.contact), address: input.contact },
    ],
  })
}

type Texts = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly when: string
  readonly ip: string
  readonly fine: string
  readonly caution: (address: string) => string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Your Portico password was changed',
    heading: 'Your password was changed',
    lead: 'The password of your Portico account was changed.',
    when: 'When',
    ip: 'IP address',
    fine: 'If it was you, there is nothing to do.',
    caution: (address) => `If it was not you, write to ${address} at once so that your account can be secured.`,
  },
  es: {
    subject: 'Se ha cambiado tu contraseña de Portico',
    heading: 'Se ha cambiado tu contraseña',
    lead: 'Se ha cambiado la contraseña de tu cuenta de Portico.',
    when: 'Fecha y hora',
    ip: 'Dirección IP',
    fine: 'Si has sido tú, no tienes que hacer nada.',
    caution: (address) => `Si no has sido tú, escribe cuanto antes a ${address} para que podamos proteger tu cuenta.`,
  },
  fr: {
    subject: 'Votre mot de passe Portico a été modifié',
    heading: 'Votre mot de passe a été modifié',
    lead: 'Le mot de passe de votre compte Portico a été modifié.',
    when: 'Date et heure',
    ip: 'Adresse IP',
    fine: 'Si vous êtes à l’origine de ce changement, vous n’avez rien à faire.',
    caution: (address) => `Si ce n’est pas le cas, écrivez sans attendre à ${address} afin que votre compte puisse être protégé.`,
  },
  it: {
    subject: 'La tua password di Portico è stata modificata',
    heading: 'La tua password è stata modificata',
    lead: 'la password del tuo account Portico è stata modificata.',
    when: 'Data e ora',
    ip: 'Indirizzo IP',
    fine: 'Se la modifica è tua, non devi fare nulla.',
    caution: (address) => `In caso contrario, scrivi subito a ${address} per mettere al sicuro il tuo account.`,
  },
  pt: {
    subject: 'A sua palavra-passe do Portico foi alterada',
    heading: 'A sua palavra-passe foi alterada',
    lead: 'A palavra-passe da sua conta do Portico foi alterada.',
    when: 'Data e hora',
    ip: 'Endereço IP',
    fine: 'Se a alteração foi feita por si, não precisa de fazer nada.',
    caution: (address) => `Caso contrário, escreva de imediato para ${address} para que a sua conta possa ser protegida.`,
  },
  'pt-br': {
    subject: 'Sua senha do Portico foi alterada',
    heading: 'Sua senha foi alterada',
    lead: 'A senha da sua conta do Portico foi alterada.',
    when: 'Data e hora',
    ip: 'Endereço IP',
    fine: 'Se foi você, não precisa fazer nada.',
    caution: (address) => `Se não foi você, escreva imediatamente para ${address} para que possamos proteger sua conta.`,
  },
  de: {
    subject: 'Ihr Portico-Passwort wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    lead: 'das Passwort Ihres Portico-Kontos wurde geändert.',
    when: 'Zeitpunkt',
    ip: 'IP-Adresse',
    fine: 'Wenn Sie das waren, müssen Sie nichts tun.',
    caution: (address) => `Wenn Sie das nicht waren, schreiben Sie bitte umgehend an ${address}, damit Ihr Konto geschützt werden kann.`,
  },
}
