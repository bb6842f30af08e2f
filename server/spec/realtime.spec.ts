// R7.13: the notification hub, with the official client, over two instances on one database.
import { randomUUID } from 'node:crypto'
import { HttpTransportType, type HubConnection, HubConnectionState } from '@microsoft/signalr'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { notify, queueProcess } from '#server/features/notifications/notifications.public.ts'
import { rightsDue } from '#server/features/rights/sayings.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { createBrowser } from './testing/browser.ts'
import { addApplication, addPerson, signIn } from './testing/people.ts'
import { startTestPortico, type TestPortico, until } from './testing/portico.ts'
import { type Listening, listenTo } from './testing/realtime.ts'

let portico: TestPortico
beforeAll(async () => void (portico = await startTestPortico({}, { instances: 2 })))
afterAll(() => portico.close())

const open: HubConnection[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((connection) => connection.stop()))))

const hub = '/identity/hubs/notifications'
const second = () => `http://127.0.0.1:${portico.others[0]?.port}`

const connect = async (token: string, { origin = portico.origin, path = hub, ...more }: Partial<Listening> = {}) => {
  const listener = await listenTo(token, { origin, path, ...more })
  open.push(listener.connection)
  return listener
}
const somebody = async (roles: string[] = []) => {
  const person = await addPerson(portico, { roles })
  const signedIn = await signIn(portico, person)
  return { ...person, ...signedIn, token: signedIn.tokens.access_token }
}
const ctx = { newId: randomUUID, now: new Date() }
const tell = (userId: string, description: string) =>
  portico.write((tx) => notify(tx, ctx, { userId, type: 'PermissionAssigned', ...inPlainWords(description) }))
const queue = (person: { id: string; userName: string }) => {
  const requestInfo = {
    ip: '',
    userAgent: '',
    language: 'en' as const,
    apiEntry: '',
    cookies: {},
    setCookie: () => undefined,
    clearCookie: () => undefined,
  }
  const actor = {
    kind: 'user' as const,
    id: person.id,
    userName: person.userName,
    roles: new Set<never>(),
    sessionUid: undefined,
    clientId: 'identity',
  }
  return portico.write((tx) => queueProcess(tx, { ...ctx, actor, requestInfo }, { type: 'AdminReport', input: {} }))
}

describe('the events', () => {
  test.each([hub, '/hubs/notifications'])(
    'R7.13-01 R7.13-04 the hub at %s lets the official client in, and says so with BeginConnection',
    async (path) => {
      const ana = await somebody()
      const { connection, heard } = await connect(ana.token, { path })
      expect(connection.state).toBe(HubConnectionState.Connected)
      expect(heard).toEqual([{ event: 'BeginConnection', said: { userId: ana.id } }])
    },
  )

  test('R7.13-02 NewNotification says to whom, how many are unread and what; only the one it is for hears it, at every instance', async () => {
    const [ana, luca] = [await somebody(), await somebody()]
    const here = await connect(ana.token)
    const there = await connect(ana.token, { origin: second() })
    const foreign = await connect(luca.token)
    await tell(ana.id, 'You are now Manager')
    await tell(ana.id, 'You are now User')
    for (const { next } of [here, there]) {
      const said = { userId: ana.id, unreadNotification: 2, notification: { description: 'You are now User' } }
      expect(await next('NewNotification', 2)).toEqual(said)
      expect(await next('NewNotification')).toMatchObject({ notification: { description: 'You are now Manager' } })
    }
    await tell(luca.id, 'for Luca')
    expect(await foreign.next('NewNotification')).toEqual({
      userId: luca.id,
      unreadNotification: 1,
      notification: { description: 'for Luca' },
    })
    expect(foreign.heard.filter(({ event }) => event === 'NewNotification')).toHaveLength(1)
  })

  test('R2.5-45 R7.13-02 what it is comes in the language that the person has chosen by then', async () => {
    const ana = await somebody()
    const { next } = await connect(ana.token)
    await portico.write(async (tx) => {
      const says = rightsDue.said({ name: 'Eva', dueOn: '2026-12-22', left: 0 })
      await notify(tx, ctx, { userId: ana.id, type: 'RightsRequestDue', language: 'en', says })
      await tx.query(`update portal_user set language = 'fr' where id = $1`, [ana.id])
    })
    expect(await next('NewNotification')).toMatchObject({
      notification: { description: 'La demande d’exercice de droits de Eva arrive à échéance aujourd’hui' },
    })
  })

  test('R7.13-03 NewProcess says whose process began', async () => {
    const ana = await somebody()
    const { next } = await connect(ana.token, { origin: second() })
    await queue(ana)
    expect(await next('NewProcess')).toEqual({ userId: ana.id })
  })

  test('nothing is told of what was rolled back', async () => {
    const ana = await somebody()
    const { next, heard } = await connect(ana.token)
    await portico
      .write(async (tx) => {
        await notify(tx, ctx, { userId: ana.id, type: 'AdminReport', ...inPlainWords('never') })
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await tell(ana.id, 'after it')
    expect(await next('NewNotification')).toMatchObject({
      unreadNotification: 1,
      notification: { description: 'after it' },
    })
    expect(heard).toHaveLength(2)
  })

  test('A-158 where WebSockets are closed, server-sent events tell the same', async () => {
    const ana = await somebody()
    const { next, heard } = await connect(ana.token, { transport: HttpTransportType.ServerSentEvents })
    expect(heard[0]).toEqual({ event: 'BeginConnection', said: { userId: ana.id } })
    await tell(ana.id, 'by another way')
    expect(await next('NewNotification')).toMatchObject({ notification: { description: 'by another way' } })
  })

  test('T50 after the database was away, anyone who is connected is told to look again', async () => {
    const ana = await somebody()
    const { next } = await connect(ana.token)
    await tell(ana.id, 'before')
    await next('NewNotification')
    await portico.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico listens' and datname = current_database()`,
    )
    expect(await next('NewNotification', 2)).toEqual({
      userId: ana.id,
      unreadNotification: 1,
      notification: { description: '' },
    })
    expect(await next('NewProcess')).toEqual({ userId: ana.id })
    await tell(ana.id, 'after')
    expect(await next('NewNotification', 3)).toMatchObject({ notification: { description: 'after' } })
  })
})

describe('who is let in', () => {
  const negotiate = (headers: Record<string, string>, query = '') =>
    createBrowser(portico.origin).request('POST', `${hub}/negotiate?negotiateVersion=1${query}`, { headers })

  test('a token comes in the address or the header; a stranger, a made-up and an ended one are refused', async () => {
    const ana = await somebody()
    expect((await negotiate({ authorization: `Bearer ${ana.token}` })).json()).toMatchObject({
      negotiateVersion: 1,
      availableTransports: [{ transport: 'WebSockets' }, { transport: 'ServerSentEvents' }],
    })
    expect((await negotiate({}, `&access_token=${ana.token}`)).status).toBe(200)
    for (const token of ['', 'made-up', ana.tokens.id_token]) {
      expect((await negotiate({ authorization: `Bearer ${token}` })).status).toBe(401)
      await expect(connect(token)).rejects.toThrow('401')
    }
    expect((await createBrowser(portico.origin).get(`${hub}?access_token=${ana.token}`)).status).toBe(404)
  })

  test('T52 pages of others are refused; those of registered applications are not', async () => {
    const ana = await somebody()
    await addApplication(portico, { name: 'sibling', redirectUri: 'https://sibling.example/callback' })
    const from = async (origin: string) => (await negotiate({ origin, authorization: `Bearer ${ana.token}` })).status
    await until(async () => (await from('https://sibling.example')) === 200)
    expect([await from(portico.origin), await from('https://evil.example'), await from('null')]).toEqual([
      200, 403, 403,
    ])
  })
})

describe('A-202 a session’s end is told', () => {
  const endings: [string, (ana: Awaited<ReturnType<typeof somebody>>) => Promise<unknown>][] = [
    ['a sign-out', (ana) => ana.browser.get('/api/v1/account/logout')],
    [
      'a sign-out at the provider',
      async (ana) => {
        const page = await ana.browser.get(
          `/identity/connect/endsession?${new URLSearchParams({ id_token_hint: ana.tokens.id_token })}`,
        )
        await ana.browser.request('POST', '/identity/connect/endsession/confirm', {
          form: { xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '', logout: 'yes' },
        })
      },
    ],
    [
      'an administrator’s lock',
      async (ana) => {
        const { browser, bearer } = await somebody(['Administrator'])
        await browser.get(`/api/v1/account/lock/${ana.id}`, bearer)
      },
    ],
    [
      'a new password',
      async (ana) => {
        const { browser, bearer } = await somebody(['Administrator'])
        const password = 'Other-Horse-Battery-7'
        await browser.post(
          `/api/v1/admin/users/change-password/${ana.id}`,
          { password, confirmPassword: password },
          bearer,
        )
      },
    ],
  ]
  test.each(endings)('A-202 %s reaches the person’s pages at every instance, and nobody else’s', async (_what, end) => {
    const [ana, luca] = [await somebody(), await somebody()]
    const [here, there, other] = [
      await connect(ana.token),
      await connect(ana.token, { origin: second() }),
      await connect(luca.token),
    ]
    await end(ana)
    for (const { next } of [here, there]) expect(await next('SessionEnded')).toEqual({ userId: ana.id })
    expect(other.heard.map(({ event }) => event)).toEqual(['BeginConnection'])
  })

  test('A-202 another session of the same person goes on, and hears nothing', async () => {
    const ana = await somebody()
    const again = await signIn(portico, ana)
    const [first, second_] = [await connect(ana.token), await connect(again.tokens.access_token)]
    await ana.browser.get('/api/v1/account/logout')
    await first.next('SessionEnded')
    await tell(ana.id, 'still here')
    await second_.next('NewNotification')
    expect(second_.heard.map(({ event }) => event)).toEqual(['BeginConnection', 'NewNotification'])
  })
})

describe('T14 a connection ends with its session', () => {
  const endedWithin = async (connection: HubConnection, act: () => Promise<unknown>) => {
    const closed = new Promise((resolve) => connection.onclose(resolve))
    const started = Date.now()
    await act()
    await closed
    return Date.now() - started
  }

  test.each([
    ['signs out', (ana: Awaited<ReturnType<typeof somebody>>) => ana.browser.get('/api/v1/account/logout')],
    [
      'is locked',
      (ana: Awaited<ReturnType<typeof somebody>>) =>
        portico.write((tx) =>
          tx.query(`update portal_user set locked_by_administrator = true where id = $1`, [ana.id]),
        ),
    ],
    [
      'is deleted',
      (ana: Awaited<ReturnType<typeof somebody>>) =>
        portico.write((tx) => tx.query(`delete from portal_user where id = $1`, [ana.id])),
    ],
  ])('T14 within five seconds after the person %s; others stay', async (_what, act) => {
    const [ana, luca] = [await somebody(), await somebody()]
    const [{ connection }, other] = [await connect(ana.token, { origin: second() }), await connect(luca.token)]
    expect(await endedWithin(connection, () => act(ana))).toBeLessThan(5_000)
    expect(other.connection.state).toBe(HubConnectionState.Connected)
    await expect(connect(ana.token)).rejects.toThrow('401')
  })
})
