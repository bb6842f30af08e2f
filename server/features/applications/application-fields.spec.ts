// What a field of an application may hold, on POST, PUT and PATCH alike (R5.4).
import { describe, expect, test } from 'vitest'
import type { Application } from '#contract/applications.ts'
import { isRedirectAddress } from '#contract/kernel/redirect-address.ts'
import { openApplicationFields } from './application-fields.harness.ts'

const { world, call, payload, refusals, everywhere } = openApplicationFields()

describe('R5.4 what is missing or too long is refused by name', () => {
  test('R5.4-01 the name: required, 200 characters at most, in the words of the specification', async () => {
    const tooLong = 'Application Id must have less than 200 chars.'
    expect(await refusals({ name: 'x'.repeat(201) })).toEqual(everywhere(`name: ${tooLong}`))
    for (const name of ['', '  ', undefined, 7, null])
      expect(await refusals({ name }, { verbs: ['POST'] })).toEqual([['POST', 400, 'name: Application Id is required']])
    expect((await call('POST', '', { body: payload({ name: 'x'.repeat(200) }) })).status).toBe(200)
    for (const name of ['__proto__', 'constructor', 'ñandú', 'two\nlines'])
      expect([name, (await call('POST', '', { body: payload({ name }) })).status]).toEqual([name, 400])
  })

  test('R5.4-02 R5.4-06 displayName: required at creation and edit, 200 at most', async () => {
    expect(await refusals({ displayName: 'x'.repeat(201) })).toEqual(
      everywhere('displayName: displayName must have at most 200 characters'),
    )
    expect(await refusals({ displayName: '' })).toEqual(everywhere('displayName: displayName is required'))
    expect(await refusals({ displayName: undefined }, { verbs: ['POST', 'PUT'] })).toEqual(
      ['POST', 'PUT'].map((verb) => [verb, 400, 'displayName: displayName is required']),
    )
    expect((await call('POST', '', { body: payload({ displayName: 'x'.repeat(200) }) })).status).toBe(200)
  })

  test('R5.4-03 description: 1000 at most', async () => {
    expect(await refusals({ description: 'x'.repeat(1001) })).toEqual(
      everywhere('description: description must have at most 1000 characters'),
    )
    expect((await call('PATCH', `/${world.stored.id}`, { body: { description: 'x'.repeat(1000) } })).status).toBe(200)
  })

  test('R5.4-04 R5.4-06 redirectUris: at least one, each of 2000 at most', async () => {
    for (const redirectUris of [[], 'https://a.example/', null])
      expect(
        (await refusals({ redirectUris })).map(([, status, error]) => [status, String(error).split(':')[0]]),
      ).toEqual([
        [400, 'redirectUris'],
        [400, 'redirectUris'],
        [400, 'redirectUris'],
      ])
    expect(await refusals({ redirectUris: undefined }, { verbs: ['POST', 'PUT'] })).toEqual(
      ['POST', 'PUT'].map((verb) => [verb, 400, 'redirectUris: redirectUris is required']),
    )
    const longest = `https://a.example/${'x'.repeat(1982)}`
    expect(await refusals({ redirectUris: ['https://a.example/', `${longest}x`] })).toEqual(
      everywhere('redirectUris.1: An address must have at most 2000 characters'),
    )
    expect((await call('PATCH', `/${world.stored.id}`, { body: { redirectUris: [longest] } })).status).toBe(200)
  })

  test('R5.4-06 privateUrl: required at edit, and a page, never a script', async () => {
    expect(await refusals({ privateUrl: undefined }, { verbs: ['PUT'] })).toEqual([
      ['PUT', 400, 'privateUrl: privateUrl is required'],
    ])
    for (const privateUrl of ['', null])
      expect((await refusals({ privateUrl }, { verbs: ['PUT', 'PATCH'] })).map(([, status]) => status)).toEqual([
        400, 400,
      ])
    for (const field of ['privateUrl', 'publicUrl'])
      for (const address of [
        'javascript:alert(1)',
        'data:text/html,x',
        'portal',
        '//evil.example',
        'https://user@evil.example/',
        ' java\tscript:x',
      ])
        expect([address, ...(await refusals({ [field]: address })).map(([, status]) => status)]).toEqual([
          address,
          400,
          400,
          400,
        ])
  })
})

describe('T4 where people are sent back to', () => {
  const refused = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://*.example/cb',
    'https://a.example/*',
    'https://a.example/cb#fragment',
    'http://a.example/cb',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'https://user:pass@a.example/',
    'https://a.example\\@evil.example/',
    '//a.example/cb',
    '/cb',
    'a.example/cb',
    'ftp://a.example/',
    'com.app:/cb',
    'file:///etc/passwd',
    'https://',
    'https:///cb',
    'http:localhost/cb',
    'https://a.example/ cb',
    'vbscript:x',
    '',
  ]
  const taken = [
    'https://a.example/cb',
    'https://a.example',
    'https://a.example:8443/cb?x=1',
    'http://localhost/cb',
    'http://localhost:5173/',
    'http://127.0.0.1:1/cb',
    'http://[::1]:5173/cb',
  ]

  test('is refused on POST, PUT and PATCH, naming which, where it is not https, or http on the own machine', async () => {
    for (const address of refused) {
      const answers = await refusals({ redirectUris: ['https://a.example/cb', address] })
      expect([address, ...answers.map(([, status, error]) => `${status} ${String(error).split(':')[0]}`)]).toEqual([
        address,
        '400 redirectUris.1',
        '400 redirectUris.1',
        '400 redirectUris.1',
      ])
    }
    for (const field of ['postLogoutUris', 'backchannelLogoutUri'])
      for (const address of ['javascript:alert(1)', 'http://a.example/', 'https://*.example/'])
        expect(
          (await refusals({ [field]: field === 'postLogoutUris' ? [address] : address })).map(([, status]) => status),
        ).toEqual([400, 400, 400])
    expect(
      (await call<Application>('GET', `/${world.stored.id}`)).body.redirectUris.every((address) =>
        address.startsWith('https://a.example/'),
      ),
    ).toBe(true)
  })

  test('is kept to the letter where it is', async () => {
    expect(
      (await call<Application>('PATCH', `/${world.stored.id}`, { body: { redirectUris: taken } })).body.redirectUris,
    ).toEqual(taken)
    expect([taken.filter((address) => !isRedirectAddress(address)), refused.filter(isRedirectAddress)]).toEqual([
      [],
      [],
    ])
  })
})

describe('T83 RFC 8252 a native application', () => {
  const native = { publicClient: true, native: true }
  const fields = async (more: object) =>
    (await call('POST', '', { body: payload(more) })).body.errors?.map(({ field }) => field) ?? []

  test('takes a scheme of its own, http on the own machine at any port, and https elsewhere; no other takes that scheme', async () => {
    const taken = [
      'com.example.app:/callback',
      'com.example.app://callback',
      'http://127.0.0.1/cb',
      'http://[::1]:5173/cb',
      'https://app.example/cb',
    ]
    expect(await fields({ protocol: native, redirectUris: taken, postLogoutUris: taken })).toEqual([])
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'app:/cb',
      'com.example.app:cb',
      'com.example.app:/cb#x',
      'com.*.app:/cb',
      'com.example.app:/a b',
      'http://app.example/cb',
      'https://localhost/cb',
      'https://127.0.0.1:8443/cb',
      'https://*.example/cb',
      'file:///etc/passwd',
    ]) {
      expect([address, await fields({ protocol: native, redirectUris: ['https://a.example/', address] })]).toEqual([
        address,
        ['redirectUris.1'],
      ])
      expect([address, await fields({ protocol: native, postLogoutUris: [address] })]).toEqual([
        address,
        ['postLogoutUris.0'],
      ])
    }
    for (const protocol of [{}, { publicClient: true }])
      expect(await fields({ protocol, redirectUris: ['com.example.app:/callback'] })).toEqual(['redirectUris.0'])
    expect(await fields({ protocol: native, backchannelLogoutUri: 'com.example.app:/logout' })).toEqual([
      'backchannelLogoutUri',
    ])
  })

  test('stays one while it has such an address, keeps no secret, and takes the code flow only', async () => {
    const { id } = (
      await call<Application>('POST', '', {
        body: payload({ protocol: native, redirectUris: ['com.example.app:/callback'] }),
      })
    ).body
    const change = async (body: object) => (await call('PATCH', `/${id}`, { body })).body.errors?.[0]?.field
    expect(await change({ protocol: { native: false } })).toBe('redirectUris.0')
    expect(await change({ protocol: { publicClient: false }, sharedSecret: 'x'.repeat(16) })).toBe('protocol.native')
    expect(await change({ protocol: { responseTypes: ['code', 'id_token'] } })).toBe('protocol.responseTypes')
  })
})

describe('T83 who may introspect', () => {
  test('is named by application id, follows a new name, and goes with the application', async () => {
    const [api, other] = [payload(), payload()]
    const apiId = (await call<Application>('POST', '', { body: api })).body.id
    await call('POST', '', { body: other })
    const { id, ...answer } = (await call<Application>('POST', '', { body: payload({ introspectors: [api.name] }) }))
      .body
    expect([answer.introspectors, answer.requiresRole]).toEqual([[api.name], false])
    expect(
      (await refusals({ introspectors: [other.name, 'nobody'] })).map(([, status, error]) => [status, error]),
    ).toEqual(Array.from({ length: 3 }, () => [400, 'introspectors.1: There is no application with this id']))
    const named = async () => (await call<Application>('GET', `/${id}`)).body.introspectors
    expect(
      (
        await call<Application>('PATCH', `/${id}`, {
          body: { introspectors: [other.name, api.name], requiresRole: true },
        })
      ).body.requiresRole,
    ).toBe(true)
    expect(await named()).toEqual([api.name, other.name])
    await call('PATCH', `/${apiId}`, { body: { name: `${api.name}-renamed` } })
    expect(await named()).toEqual([`${api.name}-renamed`, other.name])
    await call('DELETE', `/${apiId}`)
    expect(await named()).toEqual([other.name])
    expect((await call<Application>('PATCH', `/${id}`, { body: { introspectors: [] } })).body.introspectors).toEqual([])
  })
})

test('a protocol that could not sign anybody in is refused', async () => {
  const publicOne = (
    await call<Application>('POST', '', {
      body: payload({ protocol: { publicClient: true, responseTypes: ['id_token token'], idTokenAlg: 'RS256' } }),
    })
  ).body
  expect(publicOne.protocol).toMatchObject({
    publicClient: true,
    responseTypes: ['id_token token'],
    idTokenAlg: 'RS256',
    authMethod: 'client_secret_basic',
  })
  for (const protocol of [
    { responseTypes: [] },
    { responseTypes: ['token'] },
    { idTokenAlg: 'none' },
    { idTokenAlg: 'HS256' },
    { authMethod: 'private_key_jwt' },
    { publicClient: true, clientCredentials: true },
    { clientScopes: ['UPPER'] },
  ])
    expect([protocol, ...(await refusals({ protocol })).map(([, status]) => status)]).toEqual([protocol, 400, 400, 400])
})
