// The texts of the mails about decided requests.
import type { Language } from '#contract/kernel/language.ts'
import type { Kind } from '../messages.ts'

export type NewsTexts = Record<Kind, { readonly subject: string; readonly text: string }> & {
  readonly noRoles: string
  readonly more: (count: number) => string
  readonly openPortal: string
  readonly openRequests: string
}

export const newsTexts: Record<Language, NewsTexts> = {
  en: {
    assigned: { subject: 'You have new access', text: 'The following access was given to you.' },
    applied: { subject: 'Your request was applied', text: 'What you asked for takes effect now.' },
    rejected: { subject: 'Your request was rejected', text: 'What you asked for was not approved.' },
    failed: {
      subject: 'A request could not be applied',
      text: 'Nothing was changed: the request could not be applied as a whole.',
    },
    noRoles: 'no roles',
    more: (count) => `and ${count} more`,
    openPortal: 'Open my applications',
    openRequests: 'Look at the request',
  },
  es: {
    assigned: { subject: 'Tienes un acceso nuevo', text: 'Se te ha concedido el siguiente acceso.' },
    applied: { subject: 'Tu solicitud se ha aplicado', text: 'El acceso que solicitaste ya está activo.' },
    rejected: { subject: 'Tu solicitud se ha rechazado', text: 'El acceso que solicitaste no se ha aprobado.' },
    failed: {
      subject: 'Una solicitud no se ha podido aplicar',
      text: 'No se ha cambiado nada: la solicitud no se ha podido aplicar por completo.',
    },
    noRoles: 'sin roles',
    more: (count) => `y ${count} más`,
    openPortal: 'Abrir mis aplicaciones',
    openRequests: 'Ver la solicitud',
  },
  fr: {
    assigned: { subject: 'Vous avez un nouvel accès', text: 'L’accès suivant vous a été accordé.' },
    applied: { subject: 'Votre demande a été appliquée', text: 'Ce que vous avez demandé prend effet maintenant.' },
    rejected: { subject: 'Votre demande a été rejetée', text: 'Ce que vous avez demandé n’a pas été approuvé.' },
    failed: {
      subject: 'Une demande n’a pas pu être appliquée',
      text: 'Rien n’a été modifié\u00a0: la demande n’a pas pu être appliquée en entier.',
    },
    noRoles: 'aucun rôle',
    more: (count) => `et ${count} de plus`,
    openPortal: 'Ouvrir mes applications',
    openRequests: 'Voir la demande',
  },
  it: {
    assigned: { subject: 'Ha un nuovo accesso', text: 'Le è stato concesso il seguente accesso.' },
    applied: { subject: 'La Sua richiesta è stata applicata', text: 'Ciò che ha richiesto ha effetto da subito.' },
    rejected: { subject: 'La Sua richiesta è stata respinta', text: 'Ciò che ha richiesto non è stato approvato.' },
    failed: {
      subject: 'Una richiesta non è stata applicata',
      text: 'Nulla è cambiato: non è stato possibile applicare la richiesta per intero.',
    },
    noRoles: 'nessun ruolo',
    more: (count) => `e altre ${count}`,
    openPortal: 'Apri le mie applicazioni',
    openRequests: 'Vedi la richiesta',
  },
  pt: {
    assigned: { subject: 'Tem um novo acesso', text: 'Foi-lhe concedido o seguinte acesso.' },
    applied: { subject: 'O seu pedido foi aplicado', text: 'O que pediu já está em vigor.' },
    rejected: { subject: 'O seu pedido foi rejeitado', text: 'O que pediu não foi aprovado.' },
    failed: {
      subject: 'Um pedido não pôde ser aplicado',
      text: 'Nada foi alterado: não foi possível aplicar o pedido na totalidade.',
    },
    noRoles: 'sem funções',
    more: (count) => `e mais ${count}`,
    openPortal: 'Abrir as minhas aplicações',
    openRequests: 'Ver o pedido',
  },
  'pt-br': {
    assigned: { subject: 'Você tem um novo acesso', text: 'O seguinte acesso foi concedido a você.' },
    applied: { subject: 'Sua solicitação foi aplicada', text: 'O que você pediu já está valendo.' },
    rejected: { subject: 'Sua solicitação foi rejeitada', text: 'O que você pediu não foi aprovado.' },
    failed: {
      subject: 'Uma solicitação não pôde ser aplicada',
      text: 'Nada foi alterado: não foi possível aplicar a solicitação por inteiro.',
    },
    noRoles: 'sem funções',
    more: (count) => `e mais ${count}`,
    openPortal: 'Abrir meus aplicativos',
    openRequests: 'Ver a solicitação',
  },
  de: {
    assigned: { subject: 'Sie haben einen neuen Zugriff', text: 'Sie haben folgenden Zugriff erhalten.' },
    applied: { subject: 'Ihre Anfrage wurde umgesetzt', text: 'Was Sie angefragt haben, gilt ab jetzt.' },
    rejected: { subject: 'Ihre Anfrage wurde abgelehnt', text: 'Was Sie angefragt haben, wurde nicht genehmigt.' },
    failed: {
      subject: 'Eine Anfrage konnte nicht umgesetzt werden',
      text: 'Es wurde nichts geändert: Die Anfrage ließ sich nicht vollständig umsetzen.',
    },
    noRoles: 'keine Rollen',
    more: (count) => `und ${count} weitere`,
    openPortal: 'Meine Anwendungen öffnen',
    openRequests: 'Anfrage ansehen',
  },
}
