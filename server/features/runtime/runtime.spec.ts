// What every page asks first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuntimeConfig } from '#contract/runtime.ts'
import { ConfigurationFault, readConfig } from '#server/config.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addApplication } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico({
    PORTICO_COMPANY_DOMAINS: 'Group.example, other.example',
    PORTICO_RESPONSE_TYPE: 'id_token token',
    PORTICO_TERMS_URL: 'https://group.example/{language}/terms',
    PORTICO_HELP_DESK_EXTERNAL:
      '{"en": "https://help.group.example", "es": "https://ayuda.group.example", "pt-br": "mailto:ajuda@group.example"}',
  })
})
afterAll(() => portico.close())

test('R7.2-01 online answers true to anybody, below both prefixes', async () => {
  for (const prefix of ['/api/v1', '/identity/api/v1']) {
    const answer = await createBrowser(portico.origin).get(`${prefix}/online`)
    expect([answer.status, answer.json<unknown>()]).toEqual([200, true])
  }
})

test('R7.2-02 R7.2-03 the configuration names the services without a sign-in, and holds no secret', async () => {
  await addApplication(portico, { name: 'confidential', secretHash: '$argon2id$secret', protocol: {} })
  const answer = await createBrowser(portico.origin).get('/identity/api/v1/config')
  expect(answer.status).toBe(200)
  expect(answer.json()).toMatchObject({
    serviceUrl: portico.identityUrl,
    apps: expect.arrayContaining([{ name: 'confidential', url: 'http://localhost:9/confidential/' }]),
    scopes: 'openid profile identity',
    clientId: 'identity',
    identityServerUrl: portico.identityUrl,
    environment: 'demonstration',
    responseType: 'id_token token',
    companyDomains: ['group.example', 'other.example'],
    externalProvider: false,
  })
  // The rules of passwords are shown to whoever sets one.
  expect(answer.text.replace('"passwordPolicy":', '')).not.toMatch(/secret|password|argon2/i)
})

test('R2.4-23 the footer has addresses of its own for each of the seven languages', async () => {
  const { footer } = (await createBrowser(portico.origin).get('/api/v1/config')).json<{
    footer: Record<string, Record<string, string>>
  }>()
  expect(Object.keys(footer).sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'pt', 'pt-br'])
  for (const [language, links] of Object.entries(footer)) {
    expect(Object.keys(links)).toEqual(['termsOfUse', 'dataSubjectRight', 'cookiePolicy'])
    for (const address of Object.values(links)) expect(address).toContain(`/${language}/`)
  }
})

test('A-196 the addresses of the installation are answered in each language', async () => {
  const { footer, helpDesk, contactUrl } = (
    await createBrowser(portico.origin).get('/api/v1/config')
  ).json<RuntimeConfig>()
  expect([footer['fr']?.termsOfUse, footer['pt-br']?.termsOfUse]).toEqual([
    'https://group.example/fr/terms',
    'https://group.example/pt-br/terms',
  ])
  const externals = Object.entries(helpDesk).map(([language, { external }]) => [language, external])
  expect(Object.fromEntries(externals)).toEqual({
    en: 'https://help.group.example',
    es: 'https://ayuda.group.example',
    fr: 'https://ayuda.group.example',
    it: 'https://ayuda.group.example',
    de: 'https://ayuda.group.example',
    pt: 'mailto:ajuda@group.example',
    'pt-br': 'mailto:ajuda@group.example',
  })
  // Not set: the demonstration's.
  expect(contactUrl['it']).toBe('https://www.portico.example/it/contact')
})

test('A-196 in production what is not set has no address, and what is no address stops the start', () => {
  expect(Object.values(readConfig({ NODE_ENV: 'production' }).links).filter(Boolean)).toEqual([])
  for (const wrong of [
    '',
    'help',
    'javascript:alert(1)',
    '{language}',
    '{}',
    '{"xx": "https://a.example"}',
    '{"en": 1}',
  ])
    expect(() => readConfig({ PORTICO_CONTACT_URL: wrong }), wrong).toThrow(ConfigurationFault)
})
