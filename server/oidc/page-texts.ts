// What the provider's own pages say, in the seven languages.
import type { Language } from '#contract/kernel/language.ts'

type PageTexts = {
  readonly signOut: string
  readonly signOutAsk: string
  readonly signOutEverywhere: string
  readonly staySignedIn: string
  readonly stillTitle: string
  readonly stillText: string
  readonly toApps: string
  readonly outTitle: string
  readonly outText: string
  readonly signInAgain: string
  readonly errorTitle: string
  readonly errorText: string
}

const english: PageTexts = {
  signOut: 'Sign out',
  signOutAsk: 'Do you want to sign out of Portico and of the applications you opened with it?',
  signOutEverywhere: 'Sign out everywhere',
  staySignedIn: 'Stay signed in',
  stillTitle: 'You are still signed in',
  stillText: 'Your session with Portico goes on.',
  toApps: 'Go to my apps',
  outTitle: 'You are signed out',
  outText: 'Your session has ended.',
  signInAgain: 'Sign in again',
  errorTitle: 'This request cannot be answered',
  errorText: 'The application that sent you here asked in a way that is not allowed.',
}

const spanish: PageTexts = {
  signOut: 'Cerrar sesión',
  signOutAsk: '¿Quieres cerrar la sesión de Portico y de las aplicaciones que has abierto desde él?',
  signOutEverywhere: 'Cerrar sesión en todas partes',
  staySignedIn: 'Mantener la sesión abierta',
  stillTitle: 'Tu sesión sigue abierta',
  stillText: 'Tu sesión de Portico continúa.',
  toApps: 'Ir a mis aplicaciones',
  outTitle: 'Has cerrado sesión',
  outText: 'Tu sesión ha terminado.',
  signInAgain: 'Volver a iniciar sesión',
  errorTitle: 'No se puede atender esta solicitud',
  errorText: 'La aplicación que te ha enviado aquí lo ha pedido de una forma que no está permitida.',
}

const french: PageTexts = {
  signOut: 'Se déconnecter',
  signOutAsk: 'Voulez-vous vous déconnecter de Portico et des applications que vous avez ouvertes avec lui\u202f?',
  signOutEverywhere: 'Se déconnecter partout',
  staySignedIn: 'Rester connecté',
  stillTitle: 'Vous êtes toujours connecté',
  stillText: 'Votre session Portico reste ouverte.',
  toApps: 'Accéder à mes applications',
  outTitle: 'Vous êtes déconnecté',
  outText: 'Votre session est terminée.',
  signInAgain: 'Se reconnecter',
  errorTitle: 'Impossible de répondre à cette demande',
  errorText: 'L’application qui vous a redirigé ici a envoyé une demande non autorisée.',
}

const italian: PageTexts = {
  signOut: 'Esci',
  signOutAsk: 'Desidera uscire da Portico e dalle applicazioni aperte da qui?',
  signOutEverywhere: 'Esci ovunque',
  staySignedIn: 'Resta connesso',
  stillTitle: 'La sessione è ancora aperta',
  stillText: 'La sua sessione di Portico resta attiva.',
  toApps: 'Vai alle mie applicazioni',
  outTitle: 'Disconnessione effettuata',
  outText: 'La sua sessione è terminata.',
  signInAgain: 'Accedi di nuovo',
  errorTitle: 'Non è possibile rispondere a questa richiesta',
  errorText: 'L’applicazione che l’ha reindirizzata qui ha inviato una richiesta non consentita.',
}

const portuguese: PageTexts = {
  signOut: 'Terminar sessão',
  signOutAsk: 'Quer terminar a sessão no Portico e nas aplicações que abriu com ele?',
  signOutEverywhere: 'Terminar sessão em todo o lado',
  staySignedIn: 'Manter a sessão iniciada',
  stillTitle: 'A sua sessão continua iniciada',
  stillText: 'A sua sessão no Portico continua.',
  toApps: 'Ir para as minhas aplicações',
  outTitle: 'Terminou a sessão',
  outText: 'A sua sessão chegou ao fim.',
  signInAgain: 'Iniciar sessão novamente',
  errorTitle: 'Não é possível responder a este pedido',
  errorText: 'A aplicação que o enviou para aqui fez um pedido que não é permitido.',
}

const brazilian: PageTexts = {
  signOut: 'Sair',
  signOutAsk: 'Você quer sair do Portico e dos aplicativos que abriu com ele?',
  signOutEverywhere: 'Sair de tudo',
  staySignedIn: 'Continuar conectado',
  stillTitle: 'Você continua conectado',
  stillText: 'Sua sessão no Portico continua.',
  toApps: 'Ir para meus aplicativos',
  outTitle: 'Você saiu',
  outText: 'Sua sessão terminou.',
  signInAgain: 'Entrar novamente',
  errorTitle: 'Não é possível atender a esta solicitação',
  errorText: 'O aplicativo que trouxe você até aqui fez uma solicitação que não é permitida.',
}

const german: PageTexts = {
  signOut: 'Abmelden',
  signOutAsk: 'Möchten Sie sich von Portico und den damit geöffneten Anwendungen abmelden?',
  signOutEverywhere: 'Überall abmelden',
  staySignedIn: 'Angemeldet bleiben',
  stillTitle: 'Sie sind noch angemeldet',
  stillText: 'Ihre Sitzung bei Portico läuft weiter.',
  toApps: 'Zu meinen Anwendungen',
  outTitle: 'Sie sind abgemeldet',
  outText: 'Ihre Sitzung ist beendet.',
  signInAgain: 'Erneut anmelden',
  errorTitle: 'Diese Anfrage kann nicht beantwortet werden',
  errorText: 'Die Anwendung, die Sie hierher weitergeleitet hat, hat eine unzulässige Anfrage gesendet.',
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  pt: portuguese,
  'pt-br': brazilian,
  de: german,
}
