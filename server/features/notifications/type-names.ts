// What a notification is about: the process that ended, or what there was to tell.
import type { Language } from '#contract/kernel/language.ts'
import { type NotificationType, ProcessType } from '#contract/notifications.ts'
import { messages } from './messages.ts'

type News = Exclude<NotificationType, ProcessType>

const names: Readonly<Record<Language, Readonly<Record<News, string>>>> = {
  en: {
    PermissionAssigned: 'Access',
    RightsRequestReceived: 'Rights request received',
    RightsRequestDue: 'Rights request due',
    WebhookDisabled: 'Webhook disabled',
    AuditLogBroken: 'Audit log changed',
  },
  es: {
    PermissionAssigned: 'Acceso',
    RightsRequestReceived: 'Solicitud de derechos recibida',
    RightsRequestDue: 'Solicitud de derechos por responder',
    WebhookDisabled: 'Webhook desactivado',
    AuditLogBroken: 'Registro de auditoría modificado',
  },
  fr: {
    PermissionAssigned: 'Accès',
    RightsRequestReceived: 'Demande d’exercice de droits reçue',
    RightsRequestDue: 'Demande d’exercice de droits à traiter',
    WebhookDisabled: 'Webhook désactivé',
    AuditLogBroken: 'Journal d’audit modifié',
  },
  it: {
    PermissionAssigned: 'Accesso',
    RightsRequestReceived: 'Richiesta sui dati ricevuta',
    RightsRequestDue: 'Richiesta sui dati in scadenza',
    WebhookDisabled: 'Webhook disattivato',
    AuditLogBroken: 'Registro di audit modificato',
  },
  pt: {
    PermissionAssigned: 'Acesso',
    RightsRequestReceived: 'Pedido de direitos recebido',
    RightsRequestDue: 'Prazo de um pedido de direitos',
    WebhookDisabled: 'Webhook desativado',
    AuditLogBroken: 'Registo de auditoria alterado',
  },
  'pt-br': {
    PermissionAssigned: 'Acesso',
    RightsRequestReceived: 'Solicitação de direitos recebida',
    RightsRequestDue: 'Prazo de uma solicitação de direitos',
    WebhookDisabled: 'Webhook desativado',
    AuditLogBroken: 'Log de auditoria alterado',
  },
  de: {
    PermissionAssigned: 'Zugriff',
    RightsRequestReceived: 'Datenschutzantrag eingegangen',
    RightsRequestDue: 'Datenschutzantrag fällig',
    WebhookDisabled: 'Webhook deaktiviert',
    AuditLogBroken: 'Auditprotokoll verändert',
  },
}

const isProcess = (type: NotificationType): type is ProcessType => ProcessType.safeParse(type).success

export const typeName = (language: Language, type: NotificationType) =>
  isProcess(type) ? messages[language].names[type] : names[language][type]
