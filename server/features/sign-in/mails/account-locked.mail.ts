// Tells the owner about a lock after failed sign-ins: it may be somebody else who is trying.
import type { Language } from '#contract/kernel/language.ts'
import { letter } from '#server/mail/layout.ts'
import { duration } from '#server/mail/messages.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'

type AccountLock = {
  readonly language: Language
  readonly name: string
  readonly lock: { readonly kind: 'temporary'; readonly minutes: number } | { readonly kind: 'permanent' }
  /** Where somebody answers: config's support address. */
  readonly contact: string
}

export const accountLockedMail = (input: AccountLock): MailContent => {
  const { temporary, permanent, caution } = texts[input.language]
  const { lock, contact } = input
  const kind = lock.kind === 'temporary' ? temporary : permanent
  const lead =
    lock.kind === 'temporary' ? temporary.lead(duration(input.language, lock.minutes, 'minute')) : permanent.lead
  const next = lock.kind === 'temporary' ? temporary.next : permanent.next(contact)
  return letter({
    language: input.language,
    name: input.name,
    subject: kind.subject,
    preview: next,
    heading: kind.heading,
    blocks: [
      { kind: 'paragraph', text: lead },
      { kind: 'paragraph', text: next },
      { kind: 'caution', text: caution(contact), address: contact },
    ],
  })
}

type Texts = {
  readonly temporary: {
    readonly subject: string
    readonly heading: string
    readonly lead: (duration: string) => string
    readonly next: string
  }
  readonly permanent: {
    readonly subject: string
    readonly heading: string
    readonly lead: string
    readonly next: (address: string) => string
  }
  readonly caution: (address: string) => string
}

const texts: Record<Language, Texts> = {
  en: {
    temporary: {
      subject: 'Your Portico account is temporarily locked',
      heading: 'Your account is temporarily locked',
      lead: (duration) =>
        `There were several failed attempts to sign in to your account, so it is locked for ${duration}.`,
      next: 'After that you can sign in again with your usual password.',
    },
    permanent: {
      subject: 'Your Portico account is locked',
      heading: 'Your account is locked',
      lead: 'There were repeated failed attempts to sign in to your account, so it is now locked permanently.',
      next: (address) => `Only an administrator can unlock it: write to ${address}.`,
    },
    caution: (address) =>
      `If those attempts were not yours, somebody may be trying to get into your account. Please tell us: ${address}.`,
  },
  es: {
    temporary: {
      subject: 'Tu cuenta de Portico está bloqueada temporalmente',
      heading: 'Tu cuenta está bloqueada temporalmente',
      lead: (duration) =>
        `Ha habido varios intentos fallidos de iniciar sesión en tu cuenta, así que queda bloqueada durante ${duration}.`,
      next: 'Pasado ese tiempo podrás volver a iniciar sesión con tu contraseña habitual.',
    },
    permanent: {
      subject: 'Tu cuenta de Portico está bloqueada',
      heading: 'Tu cuenta está bloqueada',
      lead: 'Ha habido repetidos intentos fallidos de iniciar sesión en tu cuenta, así que ha quedado bloqueada de forma permanente.',
      next: (address) => `Solo un administrador puede desbloquearla: escribe a ${address}.`,
    },
    caution: (address) =>
      `Si esos intentos no fueron tuyos, puede que alguien esté intentando entrar en tu cuenta. Avísanos: ${address}.`,
  },
  fr: {
    temporary: {
      subject: 'Votre compte Portico est temporairement verrouillé',
      heading: 'Votre compte est temporairement verrouillé',
      lead: (duration) =>
        `Après plusieurs tentatives de connexion infructueuses, votre compte est verrouillé pendant ${duration}.`,
      next: 'Passé ce délai, vous pourrez vous reconnecter avec votre mot de passe habituel.',
    },
    permanent: {
      subject: 'Votre compte Portico est verrouillé',
      heading: 'Votre compte est verrouillé',
      lead: 'Après des tentatives de connexion infructueuses répétées, votre compte est désormais verrouillé définitivement.',
      next: (address) => `Seul un administrateur peut le déverrouiller\u202f: écrivez à ${address}.`,
    },
    caution: (address) =>
      `Si vous n’êtes pas à l’origine de ces tentatives, quelqu’un essaie peut-être d’accéder à votre compte. Prévenez-nous\u202f: ${address}.`,
  },
  it: {
    temporary: {
      subject: 'Il suo account Portico è temporaneamente bloccato',
      heading: 'Il suo account è temporaneamente bloccato',
      lead: (duration) => `dopo diversi tentativi di accesso non riusciti, il suo account è bloccato per ${duration}.`,
      next: 'Trascorso questo tempo potrà accedere di nuovo con la password abituale.',
    },
    permanent: {
      subject: 'Il suo account Portico è bloccato',
      heading: 'Il suo account è bloccato',
      lead: 'dopo ripetuti tentativi di accesso non riusciti, il suo account è ora bloccato in modo permanente.',
      next: (address) => `Solo un amministratore può sbloccarlo: scriva a ${address}.`,
    },
    caution: (address) =>
      `Se non ha effettuato Lei questi tentativi, qualcuno potrebbe cercare di accedere al suo account. Ci avvisi: ${address}.`,
  },
  pt: {
    temporary: {
      subject: 'A sua conta do Portico está temporariamente bloqueada',
      heading: 'A sua conta está temporariamente bloqueada',
      lead: (duration) =>
        `Houve várias tentativas falhadas de iniciar sessão na sua conta, pelo que fica bloqueada durante ${duration}.`,
      next: 'Depois disso, poderá voltar a iniciar sessão com a sua palavra-passe habitual.',
    },
    permanent: {
      subject: 'A sua conta do Portico está bloqueada',
      heading: 'A sua conta está bloqueada',
      lead: 'Houve repetidas tentativas falhadas de iniciar sessão na sua conta, pelo que está agora bloqueada permanentemente.',
      next: (address) => `Só um administrador a pode desbloquear: escreva para ${address}.`,
    },
    caution: (address) =>
      `Se essas tentativas não foram suas, alguém pode estar a tentar entrar na sua conta. Avise-nos: ${address}.`,
  },
  'pt-br': {
    temporary: {
      subject: 'Sua conta do Portico está temporariamente bloqueada',
      heading: 'Sua conta está temporariamente bloqueada',
      lead: (duration) =>
        `Houve várias tentativas de login malsucedidas na sua conta, por isso ela ficará bloqueada por ${duration}.`,
      next: 'Depois disso, você poderá fazer login novamente com sua senha de sempre.',
    },
    permanent: {
      subject: 'Sua conta do Portico está bloqueada',
      heading: 'Sua conta está bloqueada',
      lead: 'Houve repetidas tentativas de login malsucedidas na sua conta, por isso ela agora está bloqueada permanentemente.',
      next: (address) => `Só um administrador pode desbloqueá-la: escreva para ${address}.`,
    },
    caution: (address) => `Se não foi você, alguém pode estar tentando entrar na sua conta. Avise-nos: ${address}.`,
  },
  de: {
    temporary: {
      subject: 'Ihr Portico-Konto ist vorübergehend gesperrt',
      heading: 'Ihr Konto ist vorübergehend gesperrt',
      lead: (duration) => `nach mehreren fehlgeschlagenen Anmeldeversuchen ist Ihr Konto für ${duration} gesperrt.`,
      next: 'Danach können Sie sich wieder mit Ihrem gewohnten Passwort anmelden.',
    },
    permanent: {
      subject: 'Ihr Portico-Konto ist gesperrt',
      heading: 'Ihr Konto ist gesperrt',
      lead: 'nach wiederholten fehlgeschlagenen Anmeldeversuchen ist Ihr Konto jetzt dauerhaft gesperrt.',
      next: (address) => `Nur ein Administrator kann es entsperren: Schreiben Sie an ${address}.`,
    },
    caution: (address) =>
      `Falls diese Versuche nicht von Ihnen stammen, versucht möglicherweise jemand, auf Ihr Konto zuzugreifen. Bitte melden Sie sich bei uns: ${address}.`,
  },
}
