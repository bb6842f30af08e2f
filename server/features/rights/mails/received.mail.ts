// A request was received: the person has it in writing until when they get an answer, the data-protection officer what
// waits. Neither mail carries the documents.
import type { Language } from '#contract/kernel/language.ts'
import type { RightName } from '#contract/rights-form.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'
import { letter } from '#server/mail/layout.ts'
import { messages as shared, oneLine } from '#server/mail/messages.ts'
import { dayInWords, messagesOf } from '../messages.ts'

type ReceivedRequest = {
  readonly language: Language
  readonly name: string
  readonly fullName: string
  readonly email: string
  readonly rights: readonly RightName[]
  readonly receivedOn: string
  readonly dueOn: string
  readonly documents: number
  /** Where it is looked at. */
  readonly link: string
}

const rowsOf = ({ language, ...input }: ReceivedRequest): [string, string][] => {
  const { labels } = texts[language]
  return [
    [labels.name, oneLine(input.fullName)],
    [labels.email, oneLine(input.email)],
    [labels.rights, messagesOf(language).rights(input.rights)],
    [labels.documents, String(input.documents)],
    [labels.receivedOn, dayInWords(language, input.receivedOn)],
    [labels.dueOn, dayInWords(language, input.dueOn)],
  ]
}

const mailOf = (input: ReceivedRequest, text: Texts['person']): MailContent => {
  const { language, name, link } = input
  const lead = text.lead(dayInWords(language, input.dueOn))
  return letter({
    language,
    name,
    subject: text.subject,
    preview: lead,
    heading: text.heading,
    blocks: [
      { kind: 'paragraph', text: lead },
      { kind: 'facts', rows: rowsOf(input) },
      { kind: 'button', label: text.button, link, plainLink: shared[language].plainLink },
    ],
  })
}

export const rightsReceivedMail = (input: ReceivedRequest) => mailOf(input, texts[input.language].person)
export const rightsOfficerMail = (input: ReceivedRequest) => mailOf(input, texts[input.language].officer)

type Texts = {
  readonly person: {
    readonly subject: string
    readonly heading: string
    readonly lead: (due: string) => string
    readonly button: string
  }
  readonly officer: Texts['person']
  readonly labels: Readonly<Record<'name' | 'email' | 'rights' | 'documents' | 'receivedOn' | 'dueOn', string>>
}

const labels = (...[name, email, rights, documents, receivedOn, dueOn]: string[]): Texts['labels'] => ({
  name: name ?? '',
  email: email ?? '',
  rights: rights ?? '',
  documents: documents ?? '',
  receivedOn: receivedOn ?? '',
  dueOn: dueOn ?? '',
})

const texts: Record<Language, Texts> = {
  en: {
    person: {
      subject: 'We received your data-protection request',
      heading: 'We received your request',
      lead: (due) => `Thank you. You will have our answer by ${due}; you can follow your request in your profile.`,
      button: 'See my requests',
    },
    officer: {
      subject: 'A new data-protection request',
      heading: 'A new data-protection request',
      lead: (due) => `Somebody exercises their data-protection rights. The answer is due by ${due}.`,
      button: 'Open the request',
    },
    labels: labels('Name', 'E-mail', 'Rights', 'Documents', 'Received on', 'Due on'),
  },
  es: {
    person: {
      subject: 'Hemos recibido tu solicitud de protección de datos',
      heading: 'Hemos recibido tu solicitud',
      lead: (due) =>
        `Gracias. Tendrás nuestra respuesta a más tardar el ${due}; puedes seguir tu solicitud en tu perfil.`,
      button: 'Ver mis solicitudes',
    },
    officer: {
      subject: 'Nueva solicitud de protección de datos',
      heading: 'Nueva solicitud de protección de datos',
      lead: (due) => `Una persona ejerce sus derechos de protección de datos. El plazo para responder vence el ${due}.`,
      button: 'Abrir la solicitud',
    },
    labels: labels('Nombre', 'Correo', 'Derechos', 'Documentos', 'Recibida el', 'Vence el'),
  },
  fr: {
    person: {
      subject: 'Nous avons bien reçu votre demande relative à vos données',
      heading: 'Nous avons bien reçu votre demande',
      lead: (due) =>
        `Merci. Vous aurez notre réponse au plus tard le ${due}\u00a0; vous pouvez suivre votre demande dans votre profil.`,
      button: 'Voir mes demandes',
    },
    officer: {
      subject: 'Nouvelle demande d’exercice de droits',
      heading: 'Nouvelle demande d’exercice de droits',
      lead: (due) => `Une personne exerce ses droits sur ses données. La réponse est attendue au plus tard le ${due}.`,
      button: 'Ouvrir la demande',
    },
    labels: labels('Nom', 'E-mail', 'Droits', 'Documents', 'Reçue le', 'Échéance'),
  },
  it: {
    person: {
      subject: 'Abbiamo ricevuto la tua richiesta sui dati personali',
      heading: 'Abbiamo ricevuto la tua richiesta',
      lead: (due) => `grazie. Avrai la nostra risposta entro il ${due}; puoi seguire la richiesta nel tuo profilo.`,
      button: 'Vedi le mie richieste',
    },
    officer: {
      subject: 'Nuova richiesta di esercizio dei diritti',
      heading: 'Nuova richiesta di esercizio dei diritti',
      lead: (due) => `una persona esercita i propri diritti sui dati personali. La risposta è dovuta entro il ${due}.`,
      button: 'Apri la richiesta',
    },
    labels: labels('Nome', 'E-mail', 'Diritti', 'Documenti', 'Ricevuta il', 'Scadenza'),
  },
  pt: {
    person: {
      subject: 'Recebemos o seu pedido de proteção de dados',
      heading: 'Recebemos o seu pedido',
      lead: (due) => `Obrigado. Terá a nossa resposta até ${due}; pode acompanhar o pedido no seu perfil.`,
      button: 'Ver os meus pedidos',
    },
    officer: {
      subject: 'Novo pedido de exercício de direitos',
      heading: 'Novo pedido de exercício de direitos',
      lead: (due) => `Uma pessoa exerce os seus direitos de proteção de dados. A resposta é devida até ${due}.`,
      button: 'Abrir o pedido',
    },
    labels: labels('Nome', 'E-mail', 'Direitos', 'Documentos', 'Recebido a', 'Prazo'),
  },
  'pt-br': {
    person: {
      subject: 'Recebemos sua solicitação de proteção de dados',
      heading: 'Recebemos sua solicitação',
      lead: (due) => `Obrigado. Você terá nossa resposta até ${due}; acompanhe a solicitação no seu perfil.`,
      button: 'Ver minhas solicitações',
    },
    officer: {
      subject: 'Nova solicitação de exercício de direitos',
      heading: 'Nova solicitação de exercício de direitos',
      lead: (due) => `Uma pessoa está exercendo seus direitos de proteção de dados. Responda até ${due}.`,
      button: 'Abrir a solicitação',
    },
    labels: labels('Nome', 'E-mail', 'Direitos', 'Documentos', 'Recebida em', 'Prazo'),
  },
  de: {
    person: {
      subject: 'Wir haben Ihren Datenschutzantrag erhalten',
      heading: 'Wir haben Ihren Antrag erhalten',
      lead: (due) => `vielen Dank. Sie bekommen unsere Antwort bis zum ${due}; den Stand sehen Sie in Ihrem Profil.`,
      button: 'Meine Anträge ansehen',
    },
    officer: {
      subject: 'Neuer Datenschutzantrag',
      heading: 'Neuer Datenschutzantrag',
      lead: (due) => `jemand macht Datenschutzrechte geltend. Die Antwort ist bis zum ${due} fällig.`,
      button: 'Antrag öffnen',
    },
    labels: labels('Name', 'E-Mail', 'Rechte', 'Dokumente', 'Eingegangen am', 'Fällig am'),
  },
}
