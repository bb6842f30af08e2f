// The link to a new password. An administrator may ask for it too, so the mail does not claim that the reader did.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { duration, messages } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

export const passwordResetMail = (input: {
  language: Language
  name: string
  link: string
  hours: number
}): MailContent => {
  const text = texts[input.language]
  const validity = text.validity(duration(input.language, input.hours, 'hour'))
  return letter({
    language: input.language,
    name: input.name,
    subject: text.subject,
    preview: validity,
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: text.lead },
      { kind: 'button', label: text.button, link: input.link, plainLink: messages[input.language].plainLink },
      { kind: 'paragraph', text: validity },
      { kind: 'paragraph', text: text.unexpected },
    ],
  })
}

type Texts = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly button: string
  readonly validity: (duration: string) => string
  readonly unexpected: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Reset your Portico password',
    heading: 'Choose a new password',
    lead: 'A new password was requested for your Portico account. Choose it on this page:',
    button: 'Choose a new password',
    validity: (duration) =>
      `The link is valid for ${duration} and works only once. It expires as soon as you request another one or change your password.`,
    unexpected: 'If you did not expect this message, there is nothing to do: your password stays as it is.',
  },
  es: {
    subject: 'Restablece tu contraseña de Portico',
    heading: 'Elige una contraseña nueva',
    lead: 'Se ha solicitado una contraseña nueva para tu cuenta de Portico. Elígela en esta página:',
    button: 'Elegir contraseña',
    validity: (duration) =>
      `El enlace es válido durante ${duration} y solo se puede usar una vez. Caduca en cuanto solicites otro o cambies la contraseña.`,
    unexpected: 'Si no esperabas este mensaje, no tienes que hacer nada: tu contraseña sigue siendo la misma.',
  },
  fr: {
    subject: 'Réinitialisez votre mot de passe Portico',
    heading: 'Choisissez un nouveau mot de passe',
    lead: 'Un nouveau mot de passe a été demandé pour votre compte Portico. Choisissez-le sur la page suivante\u202f:',
    button: 'Choisir un mot de passe',
    validity: (duration) =>
      `Ce lien est valable ${duration} et ne peut être utilisé qu’une seule fois. Il expire dès que vous en demandez un autre ou changez de mot de passe.`,
    unexpected:
      'Si vous n’attendiez pas ce message, vous n’avez rien à faire\u202f: votre mot de passe reste inchangé.',
  },
  it: {
    subject: 'Reimposti la sua password di Portico',
    heading: 'Scelga una nuova password',
    lead: 'è stata richiesta una nuova password per il suo account Portico. La scelga in questa pagina:',
    button: 'Scegli la password',
    validity: (duration) =>
      `Il link è valido per ${duration} e può essere usato una sola volta. Scade non appena ne richiede un altro o cambia la password.`,
    unexpected: 'Se non si aspettava questo messaggio, non deve fare nulla: la sua password resta invariata.',
  },
  pt: {
    subject: 'Reponha a sua palavra-passe do Portico',
    heading: 'Escolha uma nova palavra-passe',
    lead: 'Foi pedida uma nova palavra-passe para a sua conta do Portico. Escolha-a nesta página:',
    button: 'Escolher palavra-passe',
    validity: (duration) =>
      `A ligação é válida durante ${duration} e só pode ser utilizada uma vez. Deixa de ser válida assim que pedir outra ou alterar a palavra-passe.`,
    unexpected: 'Se não esperava esta mensagem, não precisa de fazer nada: a sua palavra-passe mantém-se.',
  },
  'pt-br': {
    subject: 'Redefina sua senha do Portico',
    heading: 'Escolha uma nova senha',
    lead: 'Uma nova senha foi solicitada para sua conta do Portico. Escolha-a nesta página:',
    button: 'Escolher nova senha',
    validity: (duration) =>
      `O link é válido por ${duration} e só pode ser usado uma vez. Ele expira assim que você pedir outro ou trocar a senha.`,
    unexpected: 'Se você não esperava esta mensagem, não precisa fazer nada: sua senha continua a mesma.',
  },
  de: {
    subject: 'Setzen Sie Ihr Portico-Passwort zurück',
    heading: 'Neues Passwort festlegen',
    lead: 'für Ihr Portico-Konto wurde ein neues Passwort angefordert. Auf dieser Seite können Sie es festlegen:',
    button: 'Passwort festlegen',
    validity: (duration) =>
      `Der Link ist ${duration} gültig und kann nur einmal verwendet werden. Er verfällt, sobald Sie einen neuen anfordern oder Ihr Passwort ändern.`,
    unexpected:
      'Wenn Sie diese Nachricht nicht erwartet haben, müssen Sie nichts tun: Ihr Passwort bleibt unverändert.',
  },
}
