// Tells the owner that the password is another one now, so that a thief cannot change it unseen.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { moment, oneLine } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

type PasswordChange = {
  readonly language: Language
  readonly name: string
  readonly when: Date
  /** Where the change came from, where that is known. */
  readonly ip?: string | undefined
  /** Personal access tokens that go on working: they have nothing to do with the password. */
  readonly tokens: number
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
      ...(input.tokens > 0 ? [{ kind: 'paragraph', text: text.tokens(input.tokens) } as const] : []),
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
  readonly tokens: (count: number) => string
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
    tokens: (count) =>
      count === 1
        ? 'One personal access token of your account still works. If you do not know it, delete it.'
        : `${count} personal access tokens of your account still work. Delete those that you do not know.`,
    caution: (address) => `If it was not you, write to ${address} at once so that your account can be secured.`,
  },
  es: {
    subject: 'Se ha cambiado tu contraseña de Portico',
    heading: 'Se ha cambiado tu contraseña',
    lead: 'Se ha cambiado la contraseña de tu cuenta de Portico.',
    when: 'Fecha y hora',
    ip: 'Dirección IP',
    fine: 'Si has sido tú, no tienes que hacer nada.',
    tokens: (count) =>
      count === 1
        ? 'Un token de acceso personal de tu cuenta sigue funcionando. Si no lo reconoces, elimínalo.'
        : `${count} tokens de acceso personal de tu cuenta siguen funcionando. Elimina los que no reconozcas.`,
    caution: (address) => `Si no has sido tú, escribe cuanto antes a ${address} para que podamos proteger tu cuenta.`,
  },
  fr: {
    subject: 'Votre mot de passe Portico a été modifié',
    heading: 'Votre mot de passe a été modifié',
    lead: 'Le mot de passe de votre compte Portico a été modifié.',
    when: 'Date et heure',
    ip: 'Adresse IP',
    fine: 'Si vous êtes à l’origine de ce changement, vous n’avez rien à faire.',
    tokens: (count) =>
      count === 1
        ? 'Un jeton d’accès personnel de votre compte reste valable. Si vous ne le reconnaissez pas, supprimez-le.'
        : `${count} jetons d’accès personnels de votre compte restent valables. Supprimez ceux que vous ne reconnaissez pas.`,
    caution: (address) =>
      `Si ce n’est pas le cas, écrivez sans attendre à ${address} afin que votre compte puisse être protégé.`,
  },
  it: {
    subject: 'La sua password di Portico è stata modificata',
    heading: 'La sua password è stata modificata',
    lead: 'la password del suo account Portico è stata modificata.',
    when: 'Data e ora',
    ip: 'Indirizzo IP',
    fine: 'Se ha effettuato Lei la modifica, non deve fare nulla.',
    tokens: (count) =>
      count === 1
        ? 'Un token di accesso personale del suo account resta valido. Se non lo riconosce, lo elimini.'
        : `${count} token di accesso personali del suo account restano validi. Elimini quelli che non riconosce.`,
    caution: (address) => `In caso contrario, scriva subito a ${address} per mettere al sicuro il suo account.`,
  },
  pt: {
    subject: 'A sua palavra-passe do Portico foi alterada',
    heading: 'A sua palavra-passe foi alterada',
    lead: 'A palavra-passe da sua conta do Portico foi alterada.',
    when: 'Data e hora',
    ip: 'Endereço IP',
    fine: 'Se a alteração foi feita por si, não precisa de fazer nada.',
    tokens: (count) =>
      count === 1
        ? 'Um token de acesso pessoal da sua conta continua válido. Se não o reconhece, elimine-o.'
        : `${count} tokens de acesso pessoal da sua conta continuam válidos. Elimine os que não reconhece.`,
    caution: (address) =>
      `Caso contrário, escreva de imediato para ${address} para que a sua conta possa ser protegida.`,
  },
  'pt-br': {
    subject: 'Sua senha do Portico foi alterada',
    heading: 'Sua senha foi alterada',
    lead: 'A senha da sua conta do Portico foi alterada.',
    when: 'Data e hora',
    ip: 'Endereço IP',
    fine: 'Se foi você, não precisa fazer nada.',
    tokens: (count) =>
      count === 1
        ? 'Um token de acesso pessoal da sua conta continua válido. Se você não o reconhece, exclua-o.'
        : `${count} tokens de acesso pessoal da sua conta continuam válidos. Exclua os que você não reconhece.`,
    caution: (address) =>
      `Se não foi você, escreva imediatamente para ${address} para que possamos proteger sua conta.`,
  },
  de: {
    subject: 'Ihr Portico-Passwort wurde geändert',
    heading: 'Ihr Passwort wurde geändert',
    lead: 'das Passwort Ihres Portico-Kontos wurde geändert.',
    when: 'Zeitpunkt',
    ip: 'IP-Adresse',
    fine: 'Wenn Sie das waren, müssen Sie nichts tun.',
    tokens: (count) =>
      count === 1
        ? 'Ein persönliches Zugriffstoken Ihres Kontos gilt weiterhin. Wenn Sie es nicht kennen, löschen Sie es bitte.'
        : `${count} persönliche Zugriffstoken Ihres Kontos gelten weiterhin. Löschen Sie bitte die, die Sie nicht kennen.`,
    caution: (address) =>
      `Wenn Sie das nicht waren, schreiben Sie bitte umgehend an ${address}, damit Ihr Konto geschützt werden kann.`,
  },
}
