// The first mail to a new user: where to choose a password. The account's random first password is never sent.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { duration, nameOf, oneLine, messages } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

type Invitation = {
  readonly language: Language
  readonly name: string
  readonly userName: string
  readonly link: string
  readonly days: number
  /** Who invited; absent when the system did. */
  readonly inviter?: string | undefined
  /** Signs in with the company's account, and chooses no password. */
  readonly isStaff?: boolean
}

export const invitationMail = (input: Invitation): MailContent => {
  const text = texts[input.language]
  const validity = text.validity(duration(input.language, input.days, 'day'))
  const inviter = nameOf(input.inviter)
  const next = input.isStaff ? text.staff : text.next
  const opening = inviter ? text.invitedBy(inviter) : text.invited
  return letter({
    language: input.language,
    name: input.name,
    subject: text.subject,
    preview: next,
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: `${opening} ${text.what}` },
      { kind: 'paragraph', text: next },
      { kind: 'facts', rows: [[text.userName, oneLine(input.userName)]] },
      { kind: 'button', label: text.button, link: input.link, plainLink: messages[input.language].plainLink },
      ...(input.isStaff ? [] : [{ kind: 'paragraph', text: validity } as const]),
      { kind: 'paragraph', text: text.unexpected },
    ],
  })
}

type Texts = {
  readonly subject: string
  readonly heading: string
  readonly invited: string
  readonly invitedBy: (inviter: string) => string
  readonly what: string
  readonly next: string
  readonly staff: string
  readonly userName: string
  readonly button: string
  readonly validity: (duration: string) => string
  readonly unexpected: string
}

const texts: Record<Language, Texts> = {
  en: {
    subject: 'You are invited to Portico',
    heading: 'Welcome to Portico',
    invited: 'An account on Portico has been opened for you.',
    invitedBy: (inviter) => `${inviter} has invited you to Portico.`,
    what: 'Sign in once and reach all your applications through one door.',
    next: 'Choose a password to open your account.',
    staff: 'Sign in with your professional Office 365 account.',
    userName: 'User name',
    button: 'Open my account',
    validity: (duration) =>
      `The link is valid for ${duration} and works only once. If it has expired, ask for a new invitation.`,
    unexpected: 'If you did not expect this invitation, you can ignore this message.',
  },
  es: {
    subject: 'Tienes una invitación a Portico',
    heading: 'Te damos la bienvenida a Portico',
    invited: 'Se ha creado una cuenta de Portico para ti.',
    invitedBy: (inviter) => `${inviter} te ha invitado a Portico.`,
    what: 'Inicia sesión una sola vez y accede a todas tus aplicaciones por una única puerta.',
    next: 'Elige una contraseña para activar tu cuenta.',
    staff: 'Inicia sesión con tu cuenta profesional de Office 365.',
    userName: 'Nombre de usuario',
    button: 'Activar mi cuenta',
    validity: (duration) =>
      `El enlace es válido durante ${duration} y solo se puede usar una vez. Si ha caducado, pide una nueva invitación.`,
    unexpected: 'Si no esperabas esta invitación, puedes ignorar este mensaje.',
  },
  fr: {
    subject: 'Votre invitation à rejoindre Portico',
    heading: 'Bienvenue sur Portico',
    invited: 'Un compte Portico a été créé pour vous.',
    invitedBy: (inviter) => `${inviter} vous invite à rejoindre Portico.`,
    what: 'Connectez-vous une seule fois et accédez à toutes vos applications par une seule porte.',
    next: 'Choisissez un mot de passe pour activer votre compte.',
    staff: 'Connectez-vous avec votre compte professionnel Office 365.',
    userName: 'Nom d’utilisateur',
    button: 'Activer mon compte',
    validity: (duration) =>
      `Ce lien est valable ${duration} et ne peut être utilisé qu’une seule fois. S’il a expiré, demandez une nouvelle invitation.`,
    unexpected: 'Si vous n’attendiez pas cette invitation, vous pouvez ignorer ce message.',
  },
  it: {
    subject: 'Il suo invito a Portico',
    heading: 'Le diamo il benvenuto in Portico',
    invited: 'è stato creato un account Portico per Lei.',
    invitedBy: (inviter) => `${inviter} la invita a usare Portico.`,
    what: 'Acceda una sola volta e raggiunga tutte le sue applicazioni da un’unica porta.',
    next: 'Scelga una password per attivare il suo account.',
    staff: 'Acceda con il suo account professionale Office 365.',
    userName: 'Nome utente',
    button: 'Attiva il mio account',
    validity: (duration) =>
      `Il link è valido per ${duration} e può essere usato una sola volta. Se è scaduto, chieda un nuovo invito.`,
    unexpected: 'Se non si aspettava questo invito, può ignorare questo messaggio.',
  },
  pt: {
    subject: 'Recebeu um convite para o Portico',
    heading: 'Damos-lhe as boas-vindas ao Portico',
    invited: 'Foi criada uma conta do Portico para si.',
    invitedBy: (inviter) => `Recebeu um convite de ${inviter} para o Portico.`,
    what: 'Inicie sessão uma única vez e aceda a todas as suas aplicações por uma só porta.',
    next: 'Escolha uma palavra-passe para ativar a sua conta.',
    staff: 'Inicie sessão com a sua conta profissional do Office 365.',
    userName: 'Nome de utilizador',
    button: 'Ativar a minha conta',
    validity: (duration) =>
      `A ligação é válida durante ${duration} e só pode ser utilizada uma vez. Se tiver expirado, peça um novo convite.`,
    unexpected: 'Se não esperava este convite, pode ignorar esta mensagem.',
  },
  'pt-br': {
    subject: 'Você recebeu um convite para o Portico',
    heading: 'Boas-vindas ao Portico',
    invited: 'Uma conta do Portico foi criada para você.',
    invitedBy: (inviter) => `${inviter} convidou você para o Portico.`,
    what: 'Faça login uma única vez e acesse todos os seus aplicativos por uma só porta.',
    next: 'Escolha uma senha para ativar sua conta.',
    staff: 'Entre com sua conta profissional do Office 365.',
    userName: 'Nome de usuário',
    button: 'Ativar minha conta',
    validity: (duration) =>
      `O link é válido por ${duration} e só pode ser usado uma vez. Se ele tiver expirado, peça um novo convite.`,
    unexpected: 'Se você não esperava este convite, pode ignorar esta mensagem.',
  },
  de: {
    subject: 'Ihre Einladung zu Portico',
    heading: 'Willkommen bei Portico',
    invited: 'für Sie wurde ein Portico-Konto angelegt.',
    invitedBy: (inviter) => `${inviter} hat Sie zu Portico eingeladen.`,
    what: 'Melden Sie sich einmal an und erreichen Sie alle Ihre Anwendungen durch eine Tür.',
    next: 'Legen Sie ein Passwort fest, um Ihr Konto zu aktivieren.',
    staff: 'Melden Sie sich mit Ihrem geschäftlichen Office-365-Konto an.',
    userName: 'Benutzername',
    button: 'Konto aktivieren',
    validity: (duration) =>
      `Der Link ist ${duration} gültig und kann nur einmal verwendet werden. Ist er abgelaufen, fordern Sie eine neue Einladung an.`,
    unexpected: 'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese Nachricht ignorieren.',
  },
}
