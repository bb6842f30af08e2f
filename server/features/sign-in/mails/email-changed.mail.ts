// An administrator changed where mail goes: the old address hears that it is over, the new one that it begins.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { moment, oneLine } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

type AddressChange = {
  readonly language: Language
  readonly name: string
  readonly userName: string
  /** Whose mail it is; the other address is told masked, for one of them may be a stranger's. */
  readonly side: 'old' | 'new'
  readonly other: string
  readonly when: Date
  /** Where somebody answers: config's support address. */
  readonly contact: string
}

export const emailChangedMail = (input: AddressChange): MailContent => {
  const text = texts[input.language]
  const ofSide = text[input.side]
  return letter({
    language: input.language,
    name: input.name,
    subject: text.subject,
    preview: ofSide.next,
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: ofSide.lead },
      { kind: 'paragraph', text: ofSide.next },
      {
        kind: 'facts',
        rows: [
          [text.userName, oneLine(input.userName)],
          [ofSide.other, oneLine(input.other)],
          [text.when, moment(input.language, input.when)],
        ],
      },
      { kind: 'caution', text: text.caution(input.contact), address: input.contact },
    ],
  })
}

type Side = { readonly lead: string; readonly next: string; readonly other: string }
type Texts = {
  readonly subject: string
  readonly heading: string
  readonly old: Side
  readonly new: Side
  readonly userName: string
  readonly when: string
  readonly caution: (address: string) => string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Your Portico e-mail address was changed',
    heading: 'Your e-mail address was changed',
    old: {
      lead: 'An administrator changed the e-mail address of your Portico account.',
      next: 'Messages of Portico no longer come to this address.',
      other: 'New address',
    },
    new: {
      lead: 'An administrator made this the e-mail address of your Portico account.',
      next: 'Messages of Portico come to this address from now on.',
      other: 'Previous address',
    },
    userName: 'User name',
    when: 'When',
    caution: (address) =>
      `If you did not expect this, write to ${address} at once so that your account can be secured.`,
  },
  es: {
    subject: 'Se ha cambiado tu dirección de correo de Portico',
    heading: 'Se ha cambiado tu dirección de correo',
    old: {
      lead: 'Un administrador ha cambiado la dirección de correo de tu cuenta de Portico.',
      next: 'Los mensajes de Portico ya no llegarán a esta dirección.',
      other: 'Nueva dirección',
    },
    new: {
      lead: 'Un administrador ha establecido esta dirección como la de tu cuenta de Portico.',
      next: 'A partir de ahora, los mensajes de Portico llegarán a esta dirección.',
      other: 'Dirección anterior',
    },
    userName: 'Nombre de usuario',
    when: 'Fecha y hora',
    caution: (address) => `Si no lo esperabas, escribe cuanto antes a ${address} para que podamos proteger tu cuenta.`,
  },
  fr: {
    subject: 'Votre adresse e-mail Portico a été modifiée',
    heading: 'Votre adresse e-mail a été modifiée',
    old: {
      lead: 'Un administrateur a modifié l’adresse e-mail de votre compte Portico.',
      next: 'Les messages de Portico n’arriveront plus à cette adresse.',
      other: 'Nouvelle adresse',
    },
    new: {
      lead: 'Un administrateur a associé cette adresse à votre compte Portico.',
      next: 'Les messages de Portico arriveront désormais à cette adresse.',
      other: 'Adresse précédente',
    },
    userName: 'Nom d’utilisateur',
    when: 'Date et heure',
    caution: (address) =>
      `Si vous ne vous y attendiez pas, écrivez sans attendre à ${address} afin que votre compte puisse être protégé.`,
  },
  it: {
    subject: 'Il suo indirizzo e-mail di Portico è stato modificato',
    heading: 'Il suo indirizzo e-mail è stato modificato',
    old: {
      lead: 'un amministratore ha modificato l’indirizzo e-mail del suo account Portico.',
      next: 'I messaggi di Portico non arriveranno più a questo indirizzo.',
      other: 'Nuovo indirizzo',
    },
    new: {
      lead: 'un amministratore ha impostato questo indirizzo come quello del suo account Portico.',
      next: 'D’ora in poi i messaggi di Portico arriveranno a questo indirizzo.',
      other: 'Indirizzo precedente',
    },
    userName: 'Nome utente',
    when: 'Data e ora',
    caution: (address) => `Se non se lo aspettava, scriva subito a ${address} per mettere al sicuro il suo account.`,
  },
  pt: {
    subject: 'O seu endereço de e-mail do Portico foi alterado',
    heading: 'O seu endereço de e-mail foi alterado',
    old: {
      lead: 'Um administrador alterou o endereço de e-mail da sua conta do Portico.',
      next: 'As mensagens do Portico deixam de chegar a este endereço.',
      other: 'Novo endereço',
    },
    new: {
      lead: 'Um administrador definiu este endereço como o da sua conta do Portico.',
      next: 'A partir de agora, as mensagens do Portico chegam a este endereço.',
      other: 'Endereço anterior',
    },
    userName: 'Nome de utilizador',
    when: 'Data e hora',
    caution: (address) =>
      `Se não esperava esta alteração, escreva de imediato para ${address} para que a sua conta possa ser protegida.`,
  },
  'pt-br': {
    subject: 'Seu endereço de e-mail do Portico foi alterado',
    heading: 'Seu endereço de e-mail foi alterado',
    old: {
      lead: 'Um administrador alterou o endereço de e-mail da sua conta do Portico.',
      next: 'As mensagens do Portico não chegarão mais a este endereço.',
      other: 'Novo endereço',
    },
    new: {
      lead: 'Um administrador definiu este endereço como o da sua conta do Portico.',
      next: 'A partir de agora, as mensagens do Portico chegarão a este endereço.',
      other: 'Endereço anterior',
    },
    userName: 'Nome de usuário',
    when: 'Data e hora',
    caution: (address) =>
      `Se você não esperava por isso, escreva imediatamente para ${address} para que possamos proteger sua conta.`,
  },
  de: {
    subject: 'Ihre E-Mail-Adresse bei Portico wurde geändert',
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    old: {
      lead: 'ein Administrator hat die E-Mail-Adresse Ihres Portico-Kontos geändert.',
      next: 'Nachrichten von Portico werden nicht mehr an diese Adresse gesendet.',
      other: 'Neue Adresse',
    },
    new: {
      lead: 'ein Administrator hat diese Adresse für Ihr Portico-Konto hinterlegt.',
      next: 'Nachrichten von Portico werden ab jetzt an diese Adresse gesendet.',
      other: 'Bisherige Adresse',
    },
    userName: 'Benutzername',
    when: 'Zeitpunkt',
    caution: (address) =>
      `Wenn Sie damit nicht gerechnet haben, schreiben Sie bitte umgehend an ${address}, damit Ihr Konto geschützt werden kann.`,
  },
}
