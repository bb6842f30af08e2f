// Tells the owner what became of the ways to sign in to the account, so that a thief changes none of them unseen.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { moment } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

export type SignInMethodChange =
  | 'appAdded'
  | 'appRemoved'
  | 'recoveryCodesMade'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'reset'

type Input = {
  readonly language: Language
  readonly name: string
  readonly change: SignInMethodChange
  readonly when: Date
  /** Where somebody answers: config's support address. */
  readonly contact: string
}

export const signInMethodMail = ({ language, name, change, when, contact }: Input): MailContent => {
  const text = texts[language]
  return letter({
    language,
    name,
    subject: text.subject,
    preview: text[change],
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: text[change] },
      { kind: 'facts', rows: [[text.when, moment(language, when)]] },
      { kind: 'caution', text: text.caution(contact), address: contact },
    ],
  })
}

type Texts = Readonly<Record<SignInMethodChange | 'subject' | 'heading' | 'when', string>> & {
  readonly caution: (address: string) => string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'How you sign in to Portico has changed',
    heading: 'How you sign in has changed',
    when: 'When',
    appAdded:
      'An authenticator app was added to your account. From now on its code is asked for when you sign in with your password.',
    appRemoved: 'The authenticator app of your account was removed. Its recovery codes no longer work.',
    recoveryCodesMade: 'New recovery codes were made for your account. The earlier ones no longer work.',
    recoveryCodeUsed: 'Somebody signed in to your account with one of its recovery codes. It cannot be used again.',
    passkeyAdded: 'A passkey was added to your account. It opens the account without the password.',
    passkeyRemoved: 'A passkey of your account was removed.',
    reset:
      'An administrator removed the authenticator app and the passkeys of your account. You can add them again in your profile.',
    caution: (address) =>
      `If this was neither you nor agreed with you, somebody may have access to your account. Please tell us: ${address}.`,
  },
  es: {
    subject: 'Ha cambiado tu forma de iniciar sesión en Portico',
    heading: 'Ha cambiado tu forma de iniciar sesión',
    when: 'Cuándo',
    appAdded:
      'Se ha añadido una aplicación de autenticación a tu cuenta. A partir de ahora te pediremos su código cuando inicies sesión con tu contraseña.',
    appRemoved: 'Se ha quitado la aplicación de autenticación de tu cuenta. Sus códigos de recuperación ya no sirven.',
    recoveryCodesMade: 'Se han generado nuevos códigos de recuperación para tu cuenta. Los anteriores ya no sirven.',
    recoveryCodeUsed:
      'Alguien ha iniciado sesión en tu cuenta con uno de sus códigos de recuperación. Ese código ya no se puede volver a usar.',
    passkeyAdded: 'Se ha añadido una clave de acceso a tu cuenta. Permite entrar sin la contraseña.',
    passkeyRemoved: 'Se ha quitado una clave de acceso de tu cuenta.',
    reset:
      'Un administrador ha quitado la aplicación de autenticación y las claves de acceso de tu cuenta. Puedes volver a añadirlas en tu perfil.',
    caution: (address) =>
      `Si no has sido tú ni estabas al corriente, puede que alguien tenga acceso a tu cuenta. Avísanos: ${address}.`,
  },
  fr: {
    subject: 'Votre façon de vous connecter à Portico a changé',
    heading: 'Votre façon de vous connecter a changé',
    when: 'Quand',
    appAdded:
      'Une application d’authentification a été ajoutée à votre compte. Son code vous sera désormais demandé quand vous vous connecterez avec votre mot de passe.',
    appRemoved:
      'L’application d’authentification de votre compte a été retirée. Ses codes de secours ne fonctionnent plus.',
    recoveryCodesMade:
      'De nouveaux codes de secours ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
    recoveryCodeUsed:
      'Quelqu’un s’est connecté à votre compte avec l’un de ses codes de secours. Ce code ne peut plus servir.',
    passkeyAdded: 'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans le mot de passe.',
    passkeyRemoved: 'Une clé d’accès de votre compte a été retirée.',
    reset:
      'Un administrateur a retiré l’application d’authentification et les clés d’accès de votre compte. Vous pouvez les ajouter de nouveau dans votre profil.',
    caution: (address) =>
      `Si ce n’était pas vous et que vous n’étiez pas au courant, quelqu’un a peut-être accès à votre compte. Prévenez-nous\u202f: ${address}.`,
  },
  it: {
    subject: 'Il suo modo di accedere a Portico è cambiato',
    heading: 'Il suo modo di accedere è cambiato',
    when: 'Quando',
    appAdded:
      'al suo account è stata aggiunta un’app di autenticazione. D’ora in poi le verrà chiesto il suo codice quando accede con la password.',
    appRemoved: 'l’app di autenticazione del suo account è stata rimossa. I codici di recupero non sono più validi.',
    recoveryCodesMade:
      'per il suo account sono stati creati nuovi codici di recupero. Quelli precedenti non sono più validi.',
    recoveryCodeUsed:
      'qualcuno ha effettuato l’accesso al suo account con uno dei codici di recupero. Quel codice non può più essere usato.',
    passkeyAdded: 'al suo account è stata aggiunta una passkey. Permette di accedere senza la password.',
    passkeyRemoved: 'una passkey del suo account è stata rimossa.',
    reset:
      'un amministratore ha rimosso l’app di autenticazione e le passkey del suo account. Può aggiungerle di nuovo nel suo profilo.',
    caution: (address) =>
      `Se non è stato Lei e non ne era al corrente, qualcuno potrebbe avere accesso al suo account. Ci avvisi: ${address}.`,
  },
  pt: {
    subject: 'A sua forma de iniciar sessão no Portico mudou',
    heading: 'A sua forma de iniciar sessão mudou',
    when: 'Quando',
    appAdded:
      'Foi adicionada uma aplicação de autenticação à sua conta. A partir de agora, o código dela é pedido quando iniciar sessão com a palavra-passe.',
    appRemoved: 'A aplicação de autenticação da sua conta foi removida. Os códigos de recuperação já não funcionam.',
    recoveryCodesMade: 'Foram criados novos códigos de recuperação para a sua conta. Os anteriores já não funcionam.',
    recoveryCodeUsed:
      'Alguém iniciou sessão na sua conta com um dos códigos de recuperação. Esse código não pode voltar a ser usado.',
    passkeyAdded: 'Foi adicionada uma chave de acesso à sua conta. Permite entrar sem a palavra-passe.',
    passkeyRemoved: 'Foi removida uma chave de acesso da sua conta.',
    reset:
      'Um administrador removeu a aplicação de autenticação e as chaves de acesso da sua conta. Pode voltar a adicioná-las no seu perfil.',
    caution: (address) =>
      `Se não foi o próprio nem tinha conhecimento, alguém pode ter acesso à sua conta. Avise-nos: ${address}.`,
  },
  'pt-br': {
    subject: 'Sua forma de fazer login no Portico mudou',
    heading: 'Sua forma de fazer login mudou',
    when: 'Quando',
    appAdded:
      'Um aplicativo autenticador foi adicionado à sua conta. A partir de agora, o código dele será pedido quando você fizer login com a senha.',
    appRemoved: 'O aplicativo autenticador da sua conta foi removido. Os códigos de recuperação não funcionam mais.',
    recoveryCodesMade: 'Novos códigos de recuperação foram criados para a sua conta. Os anteriores não funcionam mais.',
    recoveryCodeUsed:
      'Alguém fez login na sua conta com um dos códigos de recuperação. Esse código não pode mais ser usado.',
    passkeyAdded: 'Uma chave de acesso foi adicionada à sua conta. Ela permite entrar sem a senha.',
    passkeyRemoved: 'Uma chave de acesso da sua conta foi removida.',
    reset:
      'Um administrador removeu o aplicativo autenticador e as chaves de acesso da sua conta. Você pode adicioná-los de novo no seu perfil.',
    caution: (address) =>
      `Se não foi você e você não sabia disso, alguém pode ter acesso à sua conta. Avise-nos: ${address}.`,
  },
  de: {
    subject: 'Ihre Anmeldung bei Portico wurde geändert',
    heading: 'Ihre Anmeldung wurde geändert',
    when: 'Wann',
    appAdded:
      'Ihrem Konto wurde eine Authenticator-App hinzugefügt. Ab jetzt wird ihr Code verlangt, wenn Sie sich mit dem Passwort anmelden.',
    appRemoved: 'Die Authenticator-App Ihres Kontos wurde entfernt. Ihre Wiederherstellungscodes gelten nicht mehr.',
    recoveryCodesMade: 'Für Ihr Konto wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
    recoveryCodeUsed:
      'Jemand hat sich mit einem der Wiederherstellungscodes an Ihrem Konto angemeldet. Dieser Code gilt nicht mehr.',
    passkeyAdded: 'Ihrem Konto wurde ein Passkey hinzugefügt. Er öffnet das Konto ohne Passwort.',
    passkeyRemoved: 'Ein Passkey Ihres Kontos wurde entfernt.',
    reset:
      'Ein Administrator hat die Authenticator-App und die Passkeys Ihres Kontos entfernt. Sie können sie in Ihrem Profil wieder hinzufügen.',
    caution: (address) =>
      `Falls das weder Sie waren noch mit Ihnen abgesprochen war, hat möglicherweise jemand Zugriff auf Ihr Konto. Bitte melden Sie sich bei uns: ${address}.`,
  },
}
