/** Of all templates: the title of the sheet, what stands in a row, and what is to know of the columns. */
export const en = {
  notes: 'Notes',
  oneUser: 'One user a row.',
  oneMember: 'One member a row.',
  oneRole: 'One role a row.',
  oneRequest: 'One request a row.',
  oneNewUser: 'One new user a row, with their request.',
  titles: 'The first row with the titles stays; columns may stand in any order.',
  faulty: 'A faulty row is reported with its number and left out; the others are imported.',

  required: 'userName, email, firstName, lastName, area and language are required.',
  areaId: 'areaId: the name or the id of an area.',
  language: 'language: en, es, fr, it, pt, pt-br or de.',
  invitation:
    'sendEmailInvite, validateScopes: yes or no. Without an invitation and a password an account is opened by “Forgot password”.',
  password:
    'password: at least 12 characters with an uppercase letter, a lowercase letter, a number and a symbol; replaced at the first sign-in.',
  teams: 'teams: separated by semicolons. jobTitle, manager and teams are kept in the area Customers only.',
  email: 'email: no address with yahoo, gmail or hotmail in it.',
  areaLanguageScopes:
    'areaId: the name or the id of an area. language: en, es, fr, it, pt, pt-br or de. validateScopes: yes or no.',
  who: 'userName or email says who: one of them is enough.',
  group: 'group: the name of a group. The group Users takes none.',
  permission: 'permission: Reader or Owner. An Owner may add and remove members as well.',
  memberAlready: 'Who is in the group already gets the permission of the row.',
  tenant: 'tenant: its title, or its id where several have the same title; Global for all tenants.',
  application: 'application: its name or display name. role: the name of one of its roles.',
  roles:
    'roles: “application: role”, several separated by semicolons; the application by its name or display name. Only roles that may be asked for.',
  passesDown: 'isInheritable: yes or no. With yes, all that is given at this tenant passes down to the tenants below.',
  passesDownOrNot:
    'isInheritable: yes or no. With yes, all that is given at this tenant passes down to the tenants below. Empty means no.',
  rolesAdded: 'What somebody has at the tenant already stays; the roles of the rows come in addition.',
  rolesOfRowAdded: 'What somebody has at the tenant already stays; the roles of the row come in addition.',
  approval: 'Each request waits for an approver; nothing is given before.',
  invited: 'Nobody signs in before: the approval mails the invitation, with which they choose a password.',
} as const
