// A tenant whose directory has a token, and the calls of it.
import { randomUUID } from 'node:crypto'
import type { CreatedAccessToken } from '#contract/access-tokens.ts'
import type { z } from 'zod'
import { createBrowser } from './browser.ts'
import { addPerson, signIn } from './people.ts'
import { addTenant } from './tenants.ts'
import type { TestPortico } from './portico.ts'

export type Scim = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly meta: { readonly version: string; readonly location: string }
  readonly Resources: readonly Scim[]
  readonly totalResults: number
  readonly detail: string
  readonly scimType: string
}

export type Directory = Awaited<ReturnType<typeof addDirectory>>

/** Somebody who makes tokens for directories. */
export const addAdministrator = async (portico: TestPortico) => {
  const person = await addPerson(portico, { roles: ['Administrator'] })
  return { ...person, ...(await signIn(portico, person)) }
}

type Administrator = Awaited<ReturnType<typeof addAdministrator>>

export const addDirectory = async (
  portico: TestPortico,
  administrator: Administrator,
  { title = `Tenant ${randomUUID().slice(0, 8)}`, parentId }: { title?: string; parentId?: string } = {},
) => {
  const tenantId = await addTenant(portico, { title, ...(parentId && { parentId }) })
  const answer = await createBrowser(portico.origin).request('POST', '/api/v1/keys', {
    headers: administrator.bearer,
    body: {
      name: `Directory ${randomUUID()}`,
      applicationName: 'identity',
      expiresAt: '2099-01-01T00:00:00Z',
      tenantId,
    },
  })
  const key = answer.json<z.output<typeof CreatedAccessToken>>()
  const bearer = { authorization: `Bearer ${key.token}` }
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const {
      status,
      text,
      headers: got,
    } = await createBrowser(portico.origin).request(method, `/scim/v2${path}`, {
      headers: { ...bearer, 'content-type': 'application/scim+json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return { status, headers: got, body: (text ? JSON.parse(text) : {}) as Scim }
  }
  return { tenantId, title, key, bearer, call }
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** As a directory writes somebody new. */
export const someone = (more: object = {}) => {
  const short = randomUUID().slice(0, 8)
  const address = `nina.${short}@contoso.example`
  return {
    schemas: [userSchema],
    userName: address,
    externalId: `ext-${short}`,
    name: { givenName: 'Nina', familyName: 'Berg' },
    emails: [{ value: address, type: 'work', primary: true }],
    active: true,
    ...more,
  }
}

export const patch = (...Operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
})
