import type { en } from './en.ts'

export const de: Readonly<Record<keyof typeof en, string>> = {
  notes: 'Hinweise',
  oneUser: 'Ein Benutzer pro Zeile.',
  oneMember: 'Ein Mitglied pro Zeile.',
  oneRole: 'Eine Rolle pro Zeile.',
  oneRequest: 'Eine Anfrage pro Zeile.',
  oneNewUser: 'Ein neuer Benutzer pro Zeile, mit seiner Anfrage.',
  titles: 'Die erste Zeile mit den Titeln bleibt stehen; die Reihenfolge der Spalten ist beliebig.',
  faulty: 'Fehlerhafte Zeilen werden mit ihrer Nummer gemeldet und ausgelassen; die anderen werden importiert.',

  required: 'userName, email, firstName, lastName, areaId und language sind Pflichtfelder.',
  areaId: 'areaId: Name oder ID eines Bereichs.',
  language: 'language: en, es, fr, it, pt, pt-br oder de.',
  invitation:
    'sendEmailInvite, validateScopes: yes oder no. Ohne Einladung und Passwort wird das Konto über „Passwort vergessen?“ geöffnet.',
  password:
    'password: mindestens 12 Zeichen mit einem Großbuchstaben, einem Kleinbuchstaben, einer Ziffer und einem Sonderzeichen; wird bei der ersten Anmeldung ersetzt.',
  teams: 'teams: durch Semikolons getrennt. jobTitle, manager und teams werden nur im Bereich Customers gespeichert.',
  email: 'email: keine Adresse, die yahoo, gmail oder hotmail enthält.',
  areaLanguageScopes:
    'areaId: Name oder ID eines Bereichs. language: en, es, fr, it, pt, pt-br oder de. validateScopes: yes oder no.',
  who: 'userName oder email gibt an, wer gemeint ist: Eines von beiden genügt.',
  group: 'group: der Name einer Gruppe. Die Gruppe Users erhält keine Rollen.',
  permission:
    'permission: Reader (Leser) oder Owner (Eigentümer). Ein Owner darf auch Mitglieder hinzufügen und entfernen.',
  memberAlready: 'Wer schon in der Gruppe ist, erhält die Berechtigung der Zeile.',
  tenant: 'tenant: Titel der Einheit, oder ihre ID, wenn mehrere denselben Titel haben; Global für alle Einheiten.',
  application: 'application: ihr Name oder Anzeigename. role: der Name einer ihrer Rollen.',
  roles:
    'roles: „Anwendung: Rolle“, mehrere durch Semikolons getrennt; die Anwendung mit Name oder Anzeigename. Nur Rollen, die angefragt werden können.',
  passesDown:
    'isInheritable: yes oder no. Bei yes gilt alles, was hier vergeben wird, auch für die Einheiten darunter.',
  passesDownOrNot:
    'isInheritable: yes oder no. Bei yes gilt alles, was hier vergeben wird, auch für die Einheiten darunter. Leer bedeutet no.',
  rolesAdded: 'Was jemand bei der Einheit schon hat, bleibt; die Rollen der Zeilen kommen dazu.',
  rolesOfRowAdded: 'Was jemand bei der Einheit schon hat, bleibt; die Rollen der Zeile kommen dazu.',
  approval: 'Jede Anfrage wartet auf eine Genehmigung; vorher wird nichts vergeben.',
  invited: 'Vorher meldet sich niemand an: Mit der Genehmigung kommt die Einladung, mit der ein Passwort gewählt wird.',
}
