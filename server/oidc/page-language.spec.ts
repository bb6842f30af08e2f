// The provider's own pages speak the reader's language: errors, and signing out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages } from '#contract/kernel/language.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'
import { pageTexts } from './page-texts.ts'

let portico: TestPortico
beforeAll(async () => {
  portico = await startTestPortico()
})
afterAll(() => portico.close())

const broken =
  '/identity/connect/authorize?client_id=nobody&response_type=code&scope=openid&redirect_uri=https://a.example/'
const heading = (text: string) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]

test('R9-19 an error page speaks each of the seven languages, by Accept-Language', async () => {
  for (const language of languages) {
    const { text, status } = await createBrowser(portico.origin).get(broken, {
      'accept-language': `${language},en;q=0.5`,
    })
    expect([status, heading(text), text.includes(`<html lang="${language}">`)]).toEqual([
      400,
      pageTexts[language].errorTitle,
      true,
    ])
    expect(text).toContain('<p lang="en"><code>invalid_client</code>')
  }
})

test('R9-19 ui_locales comes before the browser, weights count, and what nobody speaks is English', async () => {
  const titleOf = async (address: string, accept: string) =>
    heading((await createBrowser(portico.origin).get(address, { 'accept-language': accept })).text)
  expect(await titleOf(`${broken}&ui_locales=xx%20fr-CA%20de`, 'es')).toBe(pageTexts.fr.errorTitle)
  expect(await titleOf(broken, 'en;q=0.1, de-AT;q=0.8, zh')).toBe(pageTexts.de.errorTitle)
  expect(await titleOf(`${broken}&ui_locales=%3Cscript%3E`, 'zh')).toBe(pageTexts.en.errorTitle)
})

test('R9-19 the pages of signing out do as well: the browser’s language, or the person’s where it says none', async () => {
  const { browser } = await signIn(portico, await addPerson(portico, { language: 'it' }))
  const end = '/identity/connect/endsession'
  expect(heading((await browser.get(end)).text)).toBe(pageTexts.it.signOut)
  const page = await browser.get(end, { 'accept-language': 'pt-BR' })
  expect([heading(page.text), page.text.includes(pageTexts['pt-br'].staySignedIn)]).toEqual([
    pageTexts['pt-br'].signOut,
    true,
  ])
  expect(heading((await browser.get(`${end}?ui_locales=de`, { 'accept-language': 'pt-BR' })).text)).toBe(
    pageTexts.de.signOut,
  )
  const success = '/identity/connect/endsession/success'
  expect(heading((await browser.get(success, { 'accept-language': 'fr' })).text)).toBe(pageTexts.fr.stillTitle)
  expect(heading((await createBrowser(portico.origin).get(success, { 'accept-language': 'es' })).text)).toBe(
    pageTexts.es.outTitle,
  )
})
