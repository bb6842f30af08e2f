import type { en } from './en.ts'

export const it: Readonly<Record<keyof typeof en, string>> = {
  notes: 'Note',
  oneUser: 'Un utente per riga.',
  oneMember: 'Un membro per riga.',
  oneRole: 'Un ruolo per riga.',
  oneRequest: 'Una richiesta per riga.',
  oneNewUser: 'Un nuovo utente per riga, con la sua richiesta.',
  titles: 'La prima riga, con i titoli, va mantenuta; l’ordine delle colonne è libero.',
  faulty: 'Le righe errate vengono segnalate con il loro numero e saltate; le altre vengono importate.',

  required: 'userName, email, firstName, lastName, areaId e language sono obbligatori.',
  areaId: 'areaId: il nome o l’ID di un’area.',
  language: 'language: en, es, fr, it, pt, pt-br o de.',
  invitation:
    'sendEmailInvite, validateScopes: yes o no. Senza invito né password, l’account si attiva con «Password dimenticata?».',
  password:
    'password: almeno 12 caratteri, con una maiuscola, una minuscola, un numero e un simbolo; va sostituita al primo accesso.',
  teams: 'teams: separati da punto e virgola. jobTitle, manager e teams si conservano solo nell’area Customers.',
  email: 'email: nessun indirizzo che contenga yahoo, gmail o hotmail.',
  areaLanguageScopes:
    'areaId: il nome o l’ID di un’area. language: en, es, fr, it, pt, pt-br o de. validateScopes: yes o no.',
  who: 'userName o email indica la persona: ne basta uno.',
  group: 'group: il nome di un gruppo. Il gruppo Users non riceve ruoli.',
  permission: 'permission: Reader (lettore) o Owner (proprietario). Un Owner può anche aggiungere e rimuovere membri.',
  memberAlready: 'Chi è già nel gruppo riceve il livello indicato nella riga.',
  tenant:
    'tenant: il titolo dell’entità, o il suo ID se più entità hanno lo stesso titolo; Global per tutte le entità.',
  application: 'application: il suo nome o il nome visualizzato. role: il nome di uno dei suoi ruoli.',
  roles:
    'roles: «applicazione: ruolo», separati da punto e virgola; l’applicazione con il suo nome o il nome visualizzato. Solo ruoli che si possono richiedere.',
  passesDown:
    'isInheritable: yes o no. Con yes, tutto ciò che si assegna in questa entità vale anche per le entità sottostanti.',
  passesDownOrNot:
    'isInheritable: yes o no. Con yes, tutto ciò che si assegna in questa entità vale anche per le entità sottostanti. Vuoto equivale a no.',
  rolesAdded: 'Ciò che una persona ha già nell’entità resta; i ruoli delle righe si aggiungono.',
  rolesOfRowAdded: 'Ciò che una persona ha già nell’entità resta; i ruoli della riga si aggiungono.',
  approval: 'Ogni richiesta attende un approvatore; prima non viene assegnato nulla.',
  invited: 'Nessuno accede prima: con l’approvazione parte l’invito, con cui si sceglie una password.',
}
