import { expect, test } from 'vitest'
import { ofLanguage } from '#web/lib/of-language.ts'
import { helpDeskAddress } from './help-desk.ts'

const desk = {
  helpDesk: {
    es: { internal: 'https://internal.example', external: 'https://tickets.example' },
    fr: { internal: 'https://internal.example/fr' },
  },
  companyDomains: ['Group.example', 'sister.example'],
}

test('R2.4-29 the help desk is the internal one for the company’s own mail domains, and the ticket page for everybody else', () => {
  const addressFor = (email: string | undefined, language = 'es') => helpDeskAddress(desk, { email, language })
  expect(addressFor('Marta@GROUP.example')).toBe('https://internal.example')
  for (const other of ['x@group.example.evil.example', 'x@notgroup.example', 'group.example', '', undefined]) {
    expect(addressFor(other)).toBe('https://tickets.example')
  }
})

test('A-196 the help desk is the one of the language, and there is none where the installation has none', () => {
  expect(helpDeskAddress(desk, { email: 'marta@group.example', language: 'fr' })).toBe('https://internal.example/fr')
  expect(helpDeskAddress(desk, { email: 'marta@group.example', language: 'de' })).toBe('https://internal.example')
  expect(helpDeskAddress(desk, { email: 'x@other.example', language: 'fr' })).toBeUndefined()
  expect(helpDeskAddress({ ...desk, helpDesk: {} }, { email: 'x@other.example', language: 'fr' })).toBeUndefined()
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
  for (const language of Object.keys(footer)) expect(ofLanguage(footer, language)).toEqual(links(language))
  expect(ofLanguage(footer, 'pl')).toEqual(links('es'))
})
