// Somebody who is signed in, with everything that their session gave them.
import type { Browser } from '#server/spec/testing/browser.ts'
import { addPerson, type Person, signIn } from '#server/spec/testing/people.ts'
import type { TestPortico } from '#server/spec/testing/portico.ts'

export const sessionCookie = (browser: Browser) => browser.jar.get('portico_session') ?? ''

export type SignedIn = {
  readonly person: Person
  readonly cookie: string
  readonly access: string
  readonly refresh: string
  readonly browser: Browser
  readonly id: string
}

export const hold = async (portico: TestPortico, scope = 'openid profile identity'): Promise<SignedIn> => {
  const person = await addPerson(portico)
  const { browser, tokens } = await signIn(portico, person, { scope })
  if (!tokens.refresh_token) throw new Error('no refresh token')
  return {
    person,
    browser,
    cookie: sessionCookie(browser),
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    id: tokens.id_token,
  }
}
