import type { en } from './en.ts'

export const fr: Readonly<Record<keyof typeof en, string>> = {
  notes: 'Remarques',
  oneUser: 'Un utilisateur par ligne.',
  oneMember: 'Un membre par ligne.',
  oneRole: 'Un rôle par ligne.',
  oneRequest: 'Une demande par ligne.',
  oneNewUser: 'Un nouvel utilisateur par ligne, avec sa demande.',
  titles: 'Conservez la première ligne, celle des titres\u202f; l’ordre des colonnes est libre.',
  faulty: 'Les lignes erronées sont signalées avec leur numéro et ignorées\u202f; les autres sont importées.',

  required: 'userName, email, firstName, lastName, areaId et language sont obligatoires.',
  areaId: 'areaId\u202f: le nom ou l’identifiant d’un secteur.',
  language: 'language\u202f: en, es, fr, it, pt, pt-br ou de.',
  invitation:
    'sendEmailInvite, validateScopes\u202f: yes ou no. Sans invitation ni mot de passe, le compte s’active par «\u202fMot de passe oublié\u202f?\u202f».',
  password:
    'password\u202f: au moins 12 caractères, dont une majuscule, une minuscule, un chiffre et un symbole\u202f; à remplacer à la première connexion.',
  teams:
    'teams\u202f: séparées par des points-virgules. jobTitle, manager et teams ne sont conservés que dans le secteur Customers.',
  email: 'email\u202f: aucune adresse contenant yahoo, gmail ou hotmail.',
  areaLanguageScopes:
    'areaId\u202f: le nom ou l’identifiant d’un secteur. language\u202f: en, es, fr, it, pt, pt-br ou de. validateScopes\u202f: yes ou no.',
  who: 'userName ou email désigne la personne\u202f: l’un des deux suffit.',
  group: 'group\u202f: le nom d’un groupe. Le groupe Users ne reçoit pas de rôles.',
  permission:
    'permission\u202f: Reader (lecteur) ou Owner (propriétaire). Un Owner peut aussi ajouter et retirer des membres.',
  memberAlready: 'Les personnes déjà dans le groupe reçoivent le niveau indiqué dans la ligne.',
  tenant:
    'tenant\u202f: le titre de l’entité, ou son identifiant si plusieurs portent le même titre\u202f; Global pour toutes les entités.',
  application: 'application\u202f: son nom ou son nom affiché. role\u202f: le nom de l’un de ses rôles.',
  roles:
    'roles\u202f: «\u202fapplication: rôle\u202f», séparés par des points-virgules\u202f; l’application par son nom ou son nom affiché. Seulement les rôles qui peuvent être demandés.',
  passesDown:
    'isInheritable\u202f: yes ou no. Avec yes, tout ce qui est accordé dans cette entité vaut aussi pour les entités en dessous.',
  passesDownOrNot:
    'isInheritable\u202f: yes ou no. Avec yes, tout ce qui est accordé dans cette entité vaut aussi pour les entités en dessous. Vide équivaut à no.',
  rolesAdded: 'Les accès existants dans l’entité restent\u202f; les rôles des lignes s’y ajoutent.',
  rolesOfRowAdded: 'Les accès existants dans l’entité restent\u202f; les rôles de la ligne s’y ajoutent.',
  approval: 'Chaque demande doit être approuvée\u202f; rien n’est accordé avant.',
  invited:
    'Personne ne se connecte avant\u202f: l’approbation envoie l’invitation, qui permet de choisir un mot de passe.',
}
