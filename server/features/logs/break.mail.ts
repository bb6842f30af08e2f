// The log was changed: to the address that gets its heads, where one is set.
import { type Language, languageOf } from '#contract/kernel/language.ts'
import { LogBreak } from '#contract/log-entries.ts'
import { accountByName, displayName } from '#server/features/accounts/accounts.public.ts'
import type { Mailer } from '#server/kernel/ports/mail.ts'
import type { Job } from '#server/kernel/use-case.ts'
import { letter } from '#server/mail/layout.ts'
import { changedInWords, inWords } from './break-texts.ts'

export const breakMailJob = 'mail-audit-break'

/** What to do, before anything else. */
const leads: Readonly<Record<Language, string>> = {
  en: 'Keep a copy of the database as it is. With the heads that you kept, npm run audit:verify -- --head shows up to which day the log is as it was.',
  de: 'Sichern Sie die Datenbank, wie sie jetzt ist. Mit den Prüfwerten, die Sie aufbewahrt haben, zeigt npm run audit:verify -- --head, bis zu welchem Tag das Protokoll unverändert ist.',
  es: 'Guarda una copia de la base de datos tal como está. Con las cabeceras que has conservado, npm run audit:verify -- --head muestra hasta qué día el registro está intacto.',
  fr: 'Conservez une copie de la base de données en l’état. Avec les empreintes que vous avez gardées, npm run audit:verify -- --head montre jusqu’à quel jour le journal est intact.',
  it: 'Conserva una copia del database così com’è. Con le impronte che hai conservato, npm run audit:verify -- --head mostra fino a quale giorno il registro è intatto.',
  pt: 'Guarde uma cópia da base de dados tal como está. Com os resumos que guardou, npm run audit:verify -- --head mostra até que dia o registo está intacto.',
  'pt-br':
    'Guarde uma cópia do banco de dados como está. Com os resumos que guardou, npm run audit:verify -- --head mostra até que dia o log está intacto.',
}

const content = (language: Language, { name, firstBreak }: { name: string; firstBreak: LogBreak }) => {
  const said = inWords(language, firstBreak)
  return letter({
    language,
    name,
    subject: changedInWords(language),
    preview: said,
    heading: changedInWords(language),
    blocks: [
      { kind: 'paragraph', text: `${said}.` },
      { kind: 'paragraph', text: leads[language] },
    ],
  })
}

/** In the language of whoever has that address here, or in English. */
export const mailBreak = (mailer: Mailer): Job => ({
  name: breakMailJob,
  run: async (ctx, { details }) => {
    const address = ctx.services.settings.auditLog.headMail
    if (!address) return
    const firstBreak = LogBreak.parse(details)
    const reader = await accountByName(ctx.db, address)
    const language = languageOf(reader?.language)
    const name = reader ? displayName(reader) : ''
    await mailer.send({ to: { name, address }, language, ...content(language, { name, firstBreak }) })
  },
})
