// A request waits: to those who may decide it. The link shows the request and never decides it: mail programs open
// links by themselves.
import type { Language } from '#contract/kernel/language.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'
import { letter } from '#server/mail/layout.ts'
import { messages, nameOf, oneLine } from '#server/mail/messages.ts'

type WaitingRequest = {
  readonly language: Language
  /** Of the reader. */
  readonly name: string
  readonly creator: string
  readonly person: string
  readonly tenant: string
  readonly roles: readonly string[]
  readonly note: string | null
  /** The first of an upload: the mail speaks for all of them. */
  readonly uploaded: boolean
  readonly link: string
}

export const requestWaitingMail = (input: WaitingRequest): MailContent => {
  const texts = waitingTexts[input.language]
  const tenant = oneLine(input.tenant)
  const creator = nameOf(input.creator) ?? '—'
  const text = (input.uploaded ? texts.uploaded : texts.asked)(creator, tenant)
  const note = nameOf(input.note ?? '')
  return letter({
    language: input.language,
    name: input.name,
    subject: texts.subject,
    preview: text,
    heading: texts.subject,
    blocks: [
      { kind: 'paragraph', text },
      ...(input.uploaded ? [] : [{ kind: 'facts', rows: rowsOf(texts, { ...input, tenant, note }) } as const]),
      { kind: 'button', label: texts.button, link: input.link, plainLink: messages[input.language].plainLink },
      { kind: 'paragraph', text: texts.shows },
    ],
  })
}

const rowsOf = (
  texts: Texts,
  { person, tenant, roles, note }: Pick<WaitingRequest, 'person' | 'tenant' | 'roles'> & { note: string | undefined },
): [string, string][] => [
  [texts.person, nameOf(person) ?? '—'],
  [texts.tenant, tenant],
  [texts.roles, oneLine(roles.join(', ')) || '—'],
  ...(note ? [[texts.note, note] satisfies [string, string]] : []),
]

type Texts = {
  readonly subject: string
  readonly asked: (creator: string, tenant: string) => string
  readonly uploaded: (creator: string, tenant: string) => string
  readonly person: string
  readonly tenant: string
  readonly roles: string
  readonly note: string
  readonly button: string
  readonly shows: string
}

const waitingTexts: Record<Language, Texts> = {
  en: {
    subject: 'A request waits for your decision',
    asked: (creator, tenant) => `${creator} asks for access at ${tenant}.`,
    uploaded: (creator, tenant) =>
      `Several requests for ${tenant} were uploaded by ${creator}. Any of the approvers may decide them.`,
    person: 'For',
    tenant: 'Tenant',
    roles: 'Roles',
    note: 'Note',
    button: 'Look at the request',
    shows: 'This link only shows the request. You decide it in Portico, after you have signed in.',
  },
  es: {
    subject: 'Una solicitud espera tu decisión',
    asked: (creator, tenant) => `${creator} solicita acceso en ${tenant}.`,
    uploaded: (creator, tenant) =>
      `${creator} ha cargado varias solicitudes para ${tenant}. Cualquiera de los aprobadores puede decidir sobre ellas.`,
    person: 'Para',
    tenant: 'Entidad',
    roles: 'Roles',
    note: 'Nota',
    button: 'Ver la solicitud',
    shows: 'Este enlace solo muestra la solicitud. La decisión se toma en Portico, después de iniciar sesión.',
  },
  fr: {
    subject: 'Une demande attend votre décision',
    asked: (creator, tenant) => `${creator} demande un accès dans ${tenant}.`,
    uploaded: (creator, tenant) =>
      `${creator} a chargé plusieurs demandes pour ${tenant}. Chacun des approbateurs peut les traiter.`,
    person: 'Pour',
    tenant: 'Entité',
    roles: 'Rôles',
    note: 'Note',
    button: 'Voir la demande',
    shows: 'Ce lien ne fait qu’afficher la demande. Vous décidez dans Portico, une fois connecté.',
  },
  it: {
    subject: 'Una richiesta attende la Sua decisione',
    asked: (creator, tenant) => `${creator} chiede l’accesso presso ${tenant}.`,
    uploaded: (creator, tenant) => `${creator} ha caricato più richieste per ${tenant}. Ogni approvatore può decidere.`,
    person: 'Per',
    tenant: 'Entità',
    roles: 'Ruoli',
    note: 'Nota',
    button: 'Vedi la richiesta',
    shows: 'Questo link mostra soltanto la richiesta. La decisione si prende in Portico, dopo l’accesso.',
  },
  pt: {
    subject: 'Um pedido aguarda a sua decisão',
    asked: (creator, tenant) => `${creator} pede acesso em ${tenant}.`,
    uploaded: (creator, tenant) =>
      `${creator} carregou vários pedidos para ${tenant}. Qualquer aprovador pode decidir sobre eles.`,
    person: 'Para',
    tenant: 'Entidade',
    roles: 'Funções',
    note: 'Nota',
    button: 'Ver o pedido',
    shows: 'Esta ligação apenas mostra o pedido. A decisão é tomada no Portico, depois de iniciar sessão.',
  },
  'pt-br': {
    subject: 'Uma solicitação aguarda a sua decisão',
    asked: (creator, tenant) => `${creator} pede acesso em ${tenant}.`,
    uploaded: (creator, tenant) =>
      `${creator} enviou várias solicitações para ${tenant}. Qualquer aprovador pode decidir sobre elas.`,
    person: 'Para',
    tenant: 'Entidade',
    roles: 'Funções',
    note: 'Observação',
    button: 'Ver a solicitação',
    shows: 'Este link apenas mostra a solicitação. A decisão é tomada no Portico, depois de entrar.',
  },
  de: {
    subject: 'Eine Anfrage wartet auf Ihre Entscheidung',
    asked: (creator, tenant) => `${creator} bittet um Zugriff bei ${tenant}.`,
    uploaded: (creator, tenant) =>
      `${creator} hat mehrere Anfragen für ${tenant} hochgeladen. Jede Person, die genehmigen darf, kann darüber entscheiden.`,
    person: 'Für',
    tenant: 'Einheit',
    roles: 'Rollen',
    note: 'Notiz',
    button: 'Anfrage ansehen',
    shows: 'Dieser Link zeigt die Anfrage nur an. Entschieden wird in Portico, nach der Anmeldung.',
  },
}
