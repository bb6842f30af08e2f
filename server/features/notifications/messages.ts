// How a notification says what ended, and how.
import { z } from 'zod'
import type { Language } from '#contract/kernel/language.ts'
import type { ProcessType } from '#contract/notifications.ts'

export const Outcome = z.enum(['done', 'withErrors', 'failed', 'stopped'])
export type Outcome = z.output<typeof Outcome>

type Messages = {
  readonly names: Readonly<Record<ProcessType, string>>
  readonly outcomes: Readonly<Record<Outcome, string>>
  /** What stopped or broke it, where it was none of the rows. */
  readonly interrupted: string
  readonly unknown: string
  readonly of: (done: string, total: string) => string
}

type Two = [string, string]
type Eleven = [...Two, ...Two, ...Two, ...Two, ...Two, string]

const names = (
  ...[
    members,
    users,
    groupMembers,
    usersWithTenant,
    groupsWithTenant,
    tenants,
    requests,
    usersAndRequests,
    report,
    myData,
    verification,
  ]: Eleven
): Messages['names'] => ({
  ExportMembers: members,
  BulkInsertUsers: users,
  BulkInsertGroupMembers: groupMembers,
  BulkInsertUsersWithTenant: usersWithTenant,
  BulkInsertGroupsWithTenant: groupsWithTenant,
  ExportTenants: tenants,
  BulkInsertPermisionRequestForTenant: requests,
  BulkInsertUserAndPermisionRequestForTenant: usersAndRequests,
  AdminReport: report,
  ExportMyData: myData,
  VerifyAuditLog: verification,
})

export const messages: Record<Language, Messages> = {
  en: {
    names: names(
      'Export of members',
      'Import of users',
      'Import of group members',
      'Import of users with tenant',
      'Import of groups with tenant',
      'Export of tenants',
      'Import of permission requests',
      'Import of users and permission requests',
      'Administrator report',
      'Copy of your data',
      'Verification of the audit log',
    ),
    outcomes: { done: 'finished', withErrors: 'finished with errors', failed: 'failed', stopped: 'stopped' },
    interrupted: 'It was interrupted too often.',
    unknown: 'Unknown error',
    of: (done, total) => `${done} of ${total}`,
  },
  es: {
    names: names(
      'Exportación de miembros',
      'Importación de usuarios',
      'Importación de miembros de grupos',
      'Importación de usuarios con entidad',
      'Importación de grupos con entidad',
      'Exportación de entidades',
      'Importación de solicitudes de permisos',
      'Importación de usuarios y solicitudes de permisos',
      'Informe de administradores',
      'Copia de tus datos',
      'Comprobación del registro',
    ),
    outcomes: {
      done: 'ha terminado',
      withErrors: 'ha terminado con errores',
      failed: 'ha fallado',
      stopped: 'se ha detenido',
    },
    interrupted: 'Se ha interrumpido demasiadas veces.',
    unknown: 'Error desconocido',
    of: (done, total) => `${done} de ${total}`,
  },
  fr: {
    names: names(
      'Export des membres',
      'Import d’utilisateurs',
      'Import de membres de groupes',
      'Import d’utilisateurs avec entité',
      'Import de groupes avec entité',
      'Export des entités',
      'Import de demandes d’autorisation',
      'Import d’utilisateurs et de demandes d’autorisation',
      'Rapport des administrateurs',
      'Copie de vos données',
      'Vérification du journal',
    ),
    outcomes: { done: 'terminé', withErrors: 'terminé avec des erreurs', failed: 'échec', stopped: 'arrêté' },
    interrupted: 'Le traitement a été interrompu trop souvent.',
    unknown: 'Erreur inconnue',
    of: (done, total) => `${done} sur ${total}`,
  },
  it: {
    names: names(
      'Esportazione dei membri',
      'Importazione di utenti',
      'Importazione di membri di gruppi',
      'Importazione di utenti con entità',
      'Importazione di gruppi con entità',
      'Esportazione delle entità',
      'Importazione di richieste di autorizzazione',
      'Importazione di utenti e richieste di autorizzazione',
      'Creazione del rapporto degli amministratori',
      'Copia dei suoi dati',
      'Verifica del log',
    ),
    outcomes: { done: 'eseguita', withErrors: 'eseguita con errori', failed: 'non riuscita', stopped: 'interrotta' },
    interrupted: 'L’operazione è stata interrotta troppe volte.',
    unknown: 'Errore sconosciuto',
    of: (done, total) => `${done} di ${total}`,
  },
  pt: {
    names: names(
      'Exportação de membros',
      'Importação de utilizadores',
      'Importação de membros de grupos',
      'Importação de utilizadores com entidade',
      'Importação de grupos com entidade',
      'Exportação de entidades',
      'Importação de pedidos de permissões',
      'Importação de utilizadores e pedidos de permissões',
      'Relatório de administradores',
      'Cópia dos seus dados',
      'Verificação do registo',
    ),
    outcomes: { done: 'terminou', withErrors: 'terminou com erros', failed: 'falhou', stopped: 'parou' },
    interrupted: 'Houve demasiadas interrupções.',
    unknown: 'Erro desconhecido',
    of: (done, total) => `${done} de ${total}`,
  },
  'pt-br': {
    names: names(
      'Exportação de membros',
      'Importação de usuários',
      'Importação de membros de grupos',
      'Importação de usuários com entidade',
      'Importação de grupos com entidade',
      'Exportação de entidades',
      'Importação de solicitações de permissões',
      'Importação de usuários e solicitações de permissões',
      'Relatório de administradores',
      'Cópia dos seus dados',
      'Verificação do registro',
    ),
    outcomes: { done: 'terminou', withErrors: 'terminou com erros', failed: 'falhou', stopped: 'parou' },
    interrupted: 'Houve interrupções demais.',
    unknown: 'Erro desconhecido',
    of: (done, total) => `${done} de ${total}`,
  },
  de: {
    names: names(
      'Export der Mitglieder',
      'Import von Benutzern',
      'Import von Gruppenmitgliedern',
      'Import von Benutzern mit Einheit',
      'Import von Gruppen mit Einheit',
      'Export der Einheiten',
      'Import von Berechtigungsanfragen',
      'Import von Benutzern und Berechtigungsanfragen',
      'Administratorenbericht',
      'Kopie Ihrer Daten',
      'Prüfung des Auditprotokolls',
    ),
    outcomes: { done: 'beendet', withErrors: 'mit Fehlern beendet', failed: 'fehlgeschlagen', stopped: 'abgebrochen' },
    interrupted: 'Der Vorgang wurde zu oft unterbrochen.',
    unknown: 'Unbekannter Fehler',
    of: (done, total) => `${done} von ${total}`,
  },
}
