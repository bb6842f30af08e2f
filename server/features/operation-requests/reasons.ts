// Why a request could not be applied: a code, and its text in the language of the person who reads it
// (docs/decisions/0030). The API and what is stored have the English text beside the code.
import { z } from 'zod'
import { type Language, languageOf } from '#contract/kernel/language.ts'

export const ReasonCode = z.enum([
  'role-not-found',
  'identity-not-found',
  'users-group-has-no-tenants',
  'request-tenant-gone',
  'approver-may-not-admit',
  'request-not-applied',
])
export type ReasonCode = z.infer<typeof ReasonCode>

const texts: Readonly<Record<Language, Readonly<Record<ReasonCode, string>>>> = {
  en: {
    'role-not-found': 'Role not found or not available for the selected application',
    'identity-not-found': 'There is no such user or group',
    'users-group-has-no-tenants': 'No further tenant roles may be added to the group Users',
    'request-tenant-gone': 'The tenant is gone',
    'approver-may-not-admit': 'The approver may not let this user in',
    'request-not-applied': 'The request could not be applied',
  },
  es: {
    'role-not-found': 'Rol no encontrado o no disponible para la aplicación seleccionada',
    'identity-not-found': 'No existe ese usuario o grupo',
    'users-group-has-no-tenants': 'No se pueden añadir más roles de entidades al grupo Users',
    'request-tenant-gone': 'La entidad ya no existe',
    'approver-may-not-admit': 'El aprobador no puede admitir a este usuario',
    'request-not-applied': 'No se ha podido aplicar la solicitud',
  },
  fr: {
    'role-not-found': "Rôle introuvable ou non disponible pour l'application sélectionnée",
    'identity-not-found': "Cet utilisateur ou ce groupe n'existe pas",
    'users-group-has-no-tenants': 'Aucun autre rôle d’entité ne peut être ajouté au groupe Users',
    'request-tenant-gone': 'L’entité n’existe plus',
    'approver-may-not-admit': 'La personne qui approuve ne peut pas admettre cet utilisateur',
    'request-not-applied': 'La demande n’a pas pu être appliquée',
  },
  it: {
    'role-not-found': "Ruolo non trovato o non disponibile per l'applicazione selezionata",
    'identity-not-found': 'Non esiste un utente o gruppo simile',
    'users-group-has-no-tenants': 'Non si possono aggiungere altri ruoli di entità al gruppo Users',
    'request-tenant-gone': 'L’entità non esiste più',
    'approver-may-not-admit': 'Chi approva non può ammettere questo utente',
    'request-not-applied': 'Non è stato possibile applicare la richiesta',
  },
  pt: {
    'role-not-found': 'Função não encontrada ou não disponível para a aplicação selecionada',
    'identity-not-found': 'Não existe esse utilizador ou grupo',
    'users-group-has-no-tenants': 'Não podem ser adicionadas mais funções de entidades ao grupo Users',
    'request-tenant-gone': 'A entidade já não existe',
    'approver-may-not-admit': 'O aprovador não pode admitir este utilizador',
    'request-not-applied': 'Não foi possível aplicar o pedido',
  },
  'pt-br': {
    'role-not-found': 'Função não encontrada ou não disponível para o aplicativo selecionado',
    'identity-not-found': 'Não existe esse usuário ou grupo',
    'users-group-has-no-tenants': 'Não é possível adicionar mais funções de entidades ao grupo Users',
    'request-tenant-gone': 'A entidade não existe mais',
    'approver-may-not-admit': 'O aprovador não pode admitir este usuário',
    'request-not-applied': 'Não foi possível aplicar a solicitação',
  },
  de: {
    'role-not-found': 'Rolle nicht gefunden oder für die gewählte Anwendung nicht verfügbar',
    'identity-not-found': 'Diesen Benutzer oder diese Gruppe gibt es nicht',
    'users-group-has-no-tenants': 'Der Gruppe Users dürfen keine weiteren Rollen bei Einheiten gegeben werden',
    'request-tenant-gone': 'Die Einheit gibt es nicht mehr',
    'approver-may-not-admit': 'Wer genehmigt, darf diesen Benutzer nicht zulassen',
    'request-not-applied': 'Die Anfrage konnte nicht angewendet werden',
  },
}

const reasons: Readonly<Record<string, ReasonCode>> = {
  'role-not-found': 'role-not-found',
  'identity-not-found': 'identity-not-found',
  'users-group-has-no-tenants': 'users-group-has-no-tenants',
  'tenant-not-found': 'request-tenant-gone',
  'permission-missing': 'approver-may-not-admit',
}

/** By the refusal that stopped it; what nobody foresaw has a text that tells nothing more. */
export const reasonOf = (refusal: string): ReasonCode => reasons[refusal] ?? 'request-not-applied'

export const reasonText = (code: ReasonCode, language = 'en') => texts[languageOf(language)][code]
