import { expect, test } from 'vitest'
import { footerLinks } from './footer-links.ts'
import { helpDeskAddress } from './help-desk.ts'

const desk = {
  helpDesk: { internal: 'https://internal.example', external: 'https://tickets.example' },
  companyDomains: ['Group.example', 'sister.example'],
}

test('R2.4-29 the help desk is the internal one for the company’s own mail domains, and the ticket page for everybody else', () => {
  expect(helpDeskAddress(desk, 'Marta@GROUP.example')).toBe('https://internal.example')
  for (const other of ['x@group.example.evil.example', 'x@notgroup.example', 'group.example', '', undefined]) {
    expect(helpDeskAddress(desk, other)).toBe('https://tickets.example')
  }
})

const links = (language: string) => ({
  termsOfUse: `${language}/terms`,
  dataSubjectRight: `${language}/rights`,
  cookiePolicy: `${language}/cookies`,
})
const footer = Object.fromEntries(
  ['es', 'en', 'pt', 'pt-br', 'fr', 'it', 'de'].map((language) => [language, links(language)]),
)

test('R2.4-23 the footer links are those of the language, and the Spanish ones for any other', () => {
  for (const language of Object.keys(footer)) expect(footerLinks(footer, language)).toEqual(links(language))
  expect(footerLinks(footer, 'pl')).toEqual(links('es'))
})
