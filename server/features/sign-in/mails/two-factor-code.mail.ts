// The six digits of the second factor. The code stands in the body only: subjects are shown on locked screens.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { duration } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

export const twoFactorCodeMail = (input: {
  language: Language
  name: string
  code: string
  minutes: number
}): MailContent => {
  const text = texts[input.language]
  const validity = text.validity(duration(input.language, input.minutes, 'minute'))
  return letter({
    language: input.language,
    name: input.name,
    subject: text.subject,
    preview: validity,
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: text.lead },
      { kind: 'code', label: text.label, code: input.code },
      { kind: 'paragraph', text: validity },
      { kind: 'caution', text: text.caution },
    ],
  })
}

type Texts = {
  readonly subject: string
  readonly heading: string
  readonly lead: string
  readonly label: string
  readonly validity: (duration: string) => string
  readonly caution: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'Your Portico sign-in code',
    heading: 'Your sign-in code',
    lead: 'Enter this code to finish signing in to Portico.',
    label: 'Code',
    validity: (duration) => `The code is valid for ${duration} and works only once.`,
    caution:
      'Nobody at Portico will ever ask you for this code. If you are not signing in right now, somebody knows your password: change it at once.',
  },
  es: {
    subject: 'Tu código de acceso a Portico',
    heading: 'Tu código de acceso',
    lead: 'Introduce este código para terminar de iniciar sesión en Portico.',
    label: 'Código',
    validity: (duration) => `El código es válido durante ${duration} y solo se puede usar una vez.`,
    caution:
      'Nadie de Portico te pedirá nunca este código. Si no estás iniciando sesión en este momento, alguien conoce tu contraseña: cámbiala cuanto antes.',
  },
  fr: {
    subject: 'Votre code de connexion à Portico',
    heading: 'Votre code de connexion',
    lead: 'Saisissez ce code pour terminer votre connexion à Portico.',
    label: 'Code',
    validity: (duration) => `Ce code est valable ${duration} et ne peut être utilisé qu’une seule fois.`,
    caution:
      'Personne chez Portico ne vous demandera jamais ce code. Si vous n’êtes pas en train de vous connecter, quelqu’un connaît votre mot de passe\u202f: changez-le sans attendre.',
  },
  it: {
    subject: 'Il suo codice di accesso a Portico',
    heading: 'Il suo codice di accesso',
    lead: 'inserisca questo codice per completare l’accesso a Portico.',
    label: 'Codice',
    validity: (duration) => `Il codice è valido per ${duration} e può essere usato una sola volta.`,
    caution:
      'Nessuno di Portico le chiederà mai questo codice. Se non sta effettuando l’accesso in questo momento, qualcuno conosce la sua password: la cambi subito.',
  },
  pt: {
    subject: 'O seu código de acesso ao Portico',
    heading: 'O seu código de acesso',
    lead: 'Introduza este código para concluir o início de sessão no Portico.',
    label: 'Código',
    validity: (duration) => `O código é válido durante ${duration} e só pode ser utilizado uma vez.`,
    caution:
      'Ninguém do Portico lhe irá pedir este código. Se não está a iniciar sessão neste momento, alguém conhece a sua palavra-passe: altere-a de imediato.',
  },
  'pt-br': {
    subject: 'Seu código de acesso ao Portico',
    heading: 'Seu código de acesso',
    lead: 'Digite este código para concluir o login no Portico.',
    label: 'Código',
    validity: (duration) => `O código é válido por ${duration} e só pode ser usado uma vez.`,
    caution:
      'Ninguém do Portico vai pedir este código a você. Se você não está fazendo login agora, alguém sabe sua senha: troque-a imediatamente.',
  },
  de: {
    subject: 'Ihr Anmeldecode für Portico',
    heading: 'Ihr Anmeldecode',
    lead: 'geben Sie diesen Code ein, um Ihre Anmeldung bei Portico abzuschließen.',
    label: 'Code',
    validity: (duration) => `Der Code ist ${duration} gültig und kann nur einmal verwendet werden.`,
    caution:
      'Niemand von Portico wird Sie jemals nach diesem Code fragen. Wenn Sie sich gerade nicht anmelden, kennt jemand Ihr Passwort: Ändern Sie es umgehend.',
  },
}
