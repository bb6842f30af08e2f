// Disclaimers of the demonstration: one that Inés accepted, and one that she has not opened yet.
import type { Tx } from '#server/kernel/context.ts'
import type { AuditEntry } from '#server/features/audit/audit.store.ts'
import { disclaimerEvents } from '#server/features/disclaimers/disclaimers.events.ts'
import { insertAcceptance } from '#server/features/disclaimers/disclaimers.store.ts'
import { demoApplications } from './applications.ts'
import type { AuthorOf } from './audit-events/authors.ts'
import { daysBefore } from './chance.ts'
import { personId } from './people.ts'

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  missions: {
    en: 'Missions shows where colleagues travel.\n\nUse what you see here for your work only, and tell nobody outside of the group.',
    es: 'Missions muestra adónde viajan tus compañeros.\n\nUsa lo que veas solo para tu trabajo y no lo compartas fuera del grupo.',
    fr: 'Missions montre où se déplacent vos collègues.\n\nN’utilisez ces informations que pour votre travail et ne les communiquez pas hors du groupe.',
    it: 'Missions mostra dove viaggiano i colleghi.\n\nUsi ciò che vede soltanto per il suo lavoro e non lo comunichi fuori dal gruppo.',
    pt: 'O Missions mostra para onde viajam os colegas.\n\nUse o que vê apenas no seu trabalho e não o divulgue fora do grupo.',
    'pt-br':
      'O Missions mostra para onde os colegas viajam.\n\nUse o que você vê somente no seu trabalho e não divulgue fora do grupo.',
    de: 'Missions zeigt, wohin Kolleginnen und Kollegen reisen.\n\nNutzen Sie das nur für Ihre Arbeit, und geben Sie es nicht nach außen.',
  },
  receipts: {
    en: 'Receipts keeps pictures of invoices for ten years, as the tax law asks.\n\nUpload nothing that is not a receipt: it cannot be deleted.',
    es: 'Receipts guarda imágenes de facturas durante diez años, como exige la ley.\n\nNo subas nada que no sea un recibo: no se puede borrar.',
    fr: 'Receipts conserve les images des factures pendant dix ans, comme l’exige la loi.\n\nN’ajoutez rien d’autre que des justificatifs : ils ne peuvent pas être supprimés.',
    it: 'Receipts conserva le immagini delle fatture per dieci anni, come vuole la legge fiscale.\n\nCarichi soltanto ricevute: non si possono eliminare.',
    pt: 'O Receipts guarda imagens de faturas durante dez anos, como exige a lei fiscal.\n\nCarregue apenas recibos: não podem ser eliminados.',
    'pt-br':
      'O Receipts guarda imagens de notas fiscais por dez anos, como exige a legislação tributária.\n\nEnvie apenas comprovantes: eles não podem ser excluídos.',
    de: 'Receipts bewahrt Bilder von Rechnungen zehn Jahre auf, wie es das Steuerrecht verlangt.\n\nLaden Sie nur Belege hoch: Sie lassen sich nicht löschen.',
  },
}

export const disclaimerColumns = { disclaimer: 'jsonb', disclaimer_modified_on: 'timestamptz' } as const

export const disclaimerRow = (application: string, modifiedOn: Date) => ({
  disclaimer: texts[application] ?? {},
  disclaimer_modified_on: modifiedOn,
})

const accepted = { userName: 'ines.carvalho', application: 'missions', daysAgo: 12 }

export const insertDisclaimers = async (tx: Tx, now: Date, by: AuthorOf): Promise<AuditEntry[]> => {
  const { userName, application, daysAgo } = accepted
  const [userId, at] = [personId(userName), daysBefore(now, daysAgo)]
  const applicationId = demoApplications.find(({ name }) => name === application)?.id ?? 0
  const acceptance = { applicationId, version: 1, revision: 1 }
  await insertAcceptance(tx, { ...acceptance, userId, now: at })
  const event = disclaimerEvents.accepted({ subject: userId, after: { ...acceptance, application } })
  return [{ event, at, ...by(userName, 'PUT /api/v1/profile/disclaimer/:id') }]
}
