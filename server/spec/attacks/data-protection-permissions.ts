// Who may do what with requests to exercise rights, and with disclaimers.
import { administrators, own, type Row, signedIn } from './permission-kinds.ts'

export const dataProtectionPermissions: Readonly<Record<string, Row>> = {
  'rights.exercise': own,
  'rights.own': own,
  'rights.list': administrators,
  'rights.get': administrators,
  'rights.take': administrators,
  'rights.extend': administrators,
  'rights.answer': administrators,
  'rights.document': administrators,
  'disclaimers.own': own,
  'disclaimers.accept': own,
  'disclaimers.ofApplication': { may: signedIn, foreign: ['Administrator'] },
  'disclaimers.acceptForApplication': own,
  'disclaimers.acceptances': administrators,
  'disclaimers.exportAcceptances': administrators,
  'disclaimers.revisions': administrators,
}
