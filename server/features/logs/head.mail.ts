// The head of the audit log, to be kept where the database cannot reach it.
import type { Language } from '#contract/kernel/language.ts'
import type { MailContent } from '#server/kernel/ports/mail.ts'
import { letter } from '#server/mail/layout.ts'

type Head = {
  readonly language: Language
  readonly name: string
  /** `2026-11-22` */
  readonly day: string
  readonly seal: number
  readonly lastEntry: number
  readonly hash: string
}

export const headMail = ({ language, name, day, seal, lastEntry, hash }: Head): MailContent => {
  const { subject, lead, labels } = texts[language]
  return letter({
    language,
    name,
    subject: subject(day),
    preview: lead,
    heading: subject(day),
    blocks: [
      { kind: 'paragraph', text: lead },
      {
        kind: 'facts',
        rows: [
          [labels.lastEntry, String(lastEntry)],
          [labels.seal, String(seal)],
          [labels.head, hash],
        ],
      },
    ],
  })
}

type Texts = {
  readonly subject: (day: string) => string
  readonly lead: string
  readonly labels: { readonly lastEntry: string; readonly seal: string; readonly head: string }
}

const texts: Record<Language, Texts> = {
  en: {
    subject: (day) => `Head of the audit log, ${day}`,
    lead: 'Keep this mail. With the head below, npm run audit:verify -- --head shows whether the audit log up to that day was changed afterwards.',
    labels: { lastEntry: 'Last entry', seal: 'Seal', head: 'Head' },
  },
  es: {
    subject: (day) => `Cabecera del registro de auditoría, ${day}`,
    lead: 'Conserva este mensaje. Con la cabecera siguiente, npm run audit:verify -- --head muestra si el registro de auditoría hasta ese día se modificó después.',
    labels: { lastEntry: 'Última entrada', seal: 'Sello', head: 'Cabecera' },
  },
  fr: {
    subject: (day) => `Empreinte du journal d’audit, ${day}`,
    lead: 'Conservez ce message. Avec l’empreinte ci-dessous, npm run audit:verify -- --head montre si le journal d’audit a été modifié après coup jusqu’à ce jour.',
    labels: { lastEntry: 'Dernière entrée', seal: 'Sceau', head: 'Empreinte' },
  },
  it: {
    subject: (day) => `Impronta del registro di audit, ${day}`,
    lead: 'conserva questo messaggio. Con l’impronta qui sotto, npm run audit:verify -- --head mostra se il registro di audit fino a quel giorno è stato modificato in seguito.',
    labels: { lastEntry: 'Ultima voce', seal: 'Sigillo', head: 'Impronta' },
  },
  pt: {
    subject: (day) => `Resumo do registo de auditoria, ${day}`,
    lead: 'Guarde esta mensagem. Com o resumo abaixo, npm run audit:verify -- --head mostra se o registo de auditoria até esse dia foi alterado depois.',
    labels: { lastEntry: 'Última entrada', seal: 'Selo', head: 'Resumo' },
  },
  'pt-br': {
    subject: (day) => `Resumo do log de auditoria, ${day}`,
    lead: 'Guarde esta mensagem. Com o resumo abaixo, npm run audit:verify -- --head mostra se o log de auditoria até esse dia foi alterado depois.',
    labels: { lastEntry: 'Última entrada', seal: 'Selo', head: 'Resumo' },
  },
  de: {
    subject: (day) => `Stand des Auditprotokolls, ${day}`,
    lead: 'bewahren Sie diese Nachricht auf. Mit dem Prüfwert unten zeigt npm run audit:verify -- --head, ob das Auditprotokoll bis zu diesem Tag nachträglich geändert wurde.',
    labels: { lastEntry: 'Letzter Eintrag', seal: 'Siegel', head: 'Prüfwert' },
  },
}
