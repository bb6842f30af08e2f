// What the person hears of the officer: that it takes longer, and why; or the reply.
import type { Language } from '#contract/kernel/language.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'
import { letter } from '#server/mail/layout.ts'
import type { Block } from '#server/mail/blocks.ts'
import { dayInWords } from '../messages.ts'

type Reader = { readonly language: Language; readonly name: string; readonly receivedOn: string }

/** What an officer wrote, paragraph by paragraph. */
const paragraphs = (text: string): Block[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ kind: 'paragraph', text: line }))

type LetterTexts = {
  readonly subject: string
  readonly heading: string
  readonly opening: string
  readonly words: string
}

/** What an Administrator wrote, and where one may complain. */
const letterWith = ({ language, name }: Reader, { subject, heading, opening, words }: LetterTexts): MailContent =>
  letter({
    language,
    name,
    subject,
    preview: opening,
    heading,
    blocks: [
      { kind: 'paragraph', text: opening },
      ...paragraphs(words),
      { kind: 'paragraph', text: texts[language].complaint },
    ],
  })

export const rightsExtendedMail = (
  input: Reader & { readonly reason: string; readonly dueOn: string },
): MailContent => {
  const { lead, ...said } = texts[input.language].extended
  const opening = lead(dayInWords(input.language, input.receivedOn), dayInWords(input.language, input.dueOn))
  return letterWith(input, { ...said, opening, words: input.reason })
}

export const rightsAnsweredMail = (input: Reader & { readonly reply: string }): MailContent => {
  const { lead, ...said } = texts[input.language].answered
  const opening = lead(dayInWords(input.language, input.receivedOn))
  return letterWith(input, { ...said, opening, words: input.reply })
}

type Texts = {
  readonly extended: {
    readonly subject: string
    readonly heading: string
    readonly lead: (received: string, due: string) => string
  }
  readonly answered: { readonly subject: string; readonly heading: string; readonly lead: (received: string) => string }
  /** GDPR Article 12(4). */
  readonly complaint: string
}

const texts: Record<Language, Texts> = {
  en: {
    extended: {
      subject: 'Your data-protection request takes longer',
      heading: 'Your request takes longer',
      lead: (received, due) =>
        `We received your request on ${received}. Answering it takes more time: you will have our reply by ${due}. The reason is this:`,
    },
    answered: {
      subject: 'The answer to your data-protection request',
      heading: 'The answer to your request',
      lead: (received) => `This is our answer to the request that we received on ${received}:`,
    },
    complaint: 'If you do not agree, you may lodge a complaint with your data-protection authority.',
  },
  es: {
    extended: {
      subject: 'Tu solicitud de protección de datos necesita más tiempo',
      heading: 'Tu solicitud necesita más tiempo',
      lead: (received, due) =>
        `Recibimos tu solicitud el ${received}. Necesitamos más tiempo para responderla: tendrás nuestra respuesta a más tardar el ${due}. El motivo es el siguiente:`,
    },
    answered: {
      subject: 'Respuesta a tu solicitud de protección de datos',
      heading: 'La respuesta a tu solicitud',
      lead: (received) => `Esta es nuestra respuesta a la solicitud que recibimos el ${received}:`,
    },
    complaint: 'Si no estás de acuerdo, puedes reclamar ante la autoridad de protección de datos.',
  },
  fr: {
    extended: {
      subject: 'Votre demande relative à vos données prendra plus de temps',
      heading: 'Votre demande prendra plus de temps',
      lead: (received, due) =>
        `Nous avons reçu votre demande le ${received}. Son traitement demande plus de temps\u00a0: vous aurez notre réponse au plus tard le ${due}. En voici la raison\u00a0:`,
    },
    answered: {
      subject: 'Réponse à votre demande relative à vos données',
      heading: 'La réponse à votre demande',
      lead: (received) => `Voici notre réponse à la demande que nous avons reçue le ${received}\u00a0:`,
    },
    complaint:
      'Si vous n’êtes pas d’accord, vous pouvez adresser une réclamation à votre autorité de protection des données.',
  },
  it: {
    extended: {
      subject: 'La tua richiesta sui dati personali richiede più tempo',
      heading: 'La tua richiesta richiede più tempo',
      lead: (received, due) =>
        `abbiamo ricevuto la tua richiesta il ${received}. Per rispondere ci serve più tempo: avrai la nostra risposta entro il ${due}. Il motivo è questo:`,
    },
    answered: {
      subject: 'Risposta alla tua richiesta sui dati personali',
      heading: 'La risposta alla tua richiesta',
      lead: (received) => `questa è la nostra risposta alla richiesta che abbiamo ricevuto il ${received}:`,
    },
    complaint: 'Se non sei d’accordo, puoi presentare reclamo all’autorità per la protezione dei dati.',
  },
  pt: {
    extended: {
      subject: 'O seu pedido de proteção de dados vai demorar mais',
      heading: 'O seu pedido vai demorar mais',
      lead: (received, due) =>
        `Recebemos o seu pedido a ${received}. Precisamos de mais tempo para responder: terá a nossa resposta até ${due}. O motivo é o seguinte:`,
    },
    answered: {
      subject: 'Resposta ao seu pedido de proteção de dados',
      heading: 'A resposta ao seu pedido',
      lead: (received) => `Esta é a nossa resposta ao pedido que recebemos a ${received}:`,
    },
    complaint: 'Se não concordar, pode apresentar reclamação à autoridade de proteção de dados.',
  },
  'pt-br': {
    extended: {
      subject: 'Sua solicitação de proteção de dados vai levar mais tempo',
      heading: 'Sua solicitação vai levar mais tempo',
      lead: (received, due) =>
        `Recebemos sua solicitação em ${received}. Precisamos de mais tempo para responder: você terá nossa resposta até ${due}. O motivo é o seguinte:`,
    },
    answered: {
      subject: 'Resposta à sua solicitação de proteção de dados',
      heading: 'A resposta à sua solicitação',
      lead: (received) => `Esta é a nossa resposta à solicitação que recebemos em ${received}:`,
    },
    complaint: 'Se você não concordar, pode apresentar uma reclamação à autoridade de proteção de dados.',
  },
  de: {
    extended: {
      subject: 'Ihr Datenschutzantrag braucht mehr Zeit',
      heading: 'Ihr Antrag braucht mehr Zeit',
      lead: (received, due) =>
        `wir haben Ihren Antrag am ${received} erhalten. Die Bearbeitung dauert länger: Sie bekommen unsere Antwort bis zum ${due}. Der Grund:`,
    },
    answered: {
      subject: 'Antwort auf Ihren Datenschutzantrag',
      heading: 'Die Antwort auf Ihren Antrag',
      lead: (received) => `dies ist unsere Antwort auf den Antrag, den wir am ${received} erhalten haben:`,
    },
    complaint: 'Wenn Sie nicht einverstanden sind, können Sie sich bei Ihrer Datenschutzbehörde beschweren.',
  },
}
