// Whatever is told in a notification is told in the language of the call that reads it (R2.5-45, R3.8-11), over HTTP.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '#contract/kernel/language.ts'
import type { Notification } from '#contract/notifications.ts'
import { rowsLeft } from '#server/bulk-import/rows-left.ts'
import { logBroken } from '#server/features/logs/sayings.ts'
import { roleEnds } from '#server/features/members/sayings.ts'
import { notify, notifyAll } from '#server/features/notifications/notifications.public.ts'
import { processBroke, processEnded, processInterrupted } from '#server/features/notifications/sayings.ts'
import { requestEnded, requestsEnded, requestWaits } from '#server/features/operation-requests/sayings.ts'
import { rightsDue, rightsReceived } from '#server/features/rights/sayings.ts'
import { rowsImported } from '#server/features/users/sayings.ts'
import { webhookDisabled } from '#server/features/webhooks/sayings.ts'
import type { Sentence } from '#server/kernel/saying.ts'
import { sayings } from '#server/sayings.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { inPlainWords } from '#server/spec/testing/plain-words.ts'
import { startTestPortico, type TestPortico } from '#server/spec/testing/portico.ts'

let portico: TestPortico
beforeAll(async () => void (portico = await startTestPortico()))
afterAll(() => portico.close())

const ctx = () => ({ newId: randomUUID, now: new Date() })
const reader = async () => {
  const person = await addPerson(portico)
  const { bearer } = await signIn(portico, person)
  const descriptions = async (language: Language) => {
    const headers = { ...bearer, 'accept-language': language }
    const answer = await createBrowser(portico.origin).request('GET', '/api/v1/admin/notifications/active', { headers })
    return answer.json<{ items: Notification[] }>().items.map(({ description }) => description)
  }
  return { ...person, descriptions }
}

const about = { name: 'Ana', tenant: 'Sierra' }
const examples: readonly (readonly [Sentence, string, string])[] = [
  [
    processEnded.said({ type: 'BulkInsertUsers', outcome: 'withErrors', done: 1163, total: 1200 }),
    'Import of users: finished with errors, 1,163 of 1,200',
    'Import von Benutzern: mit Fehlern beendet, 1.163 von 1.200',
  ],
  [processInterrupted.said({}), 'It was interrupted too often.', 'Der Vorgang wurde zu oft unterbrochen.'],
  [processBroke.said({}), 'Unknown error', 'Unbekannter Fehler'],
  [rowsImported.said({ total: 7, faulty: 2 }), '5 imported, 2 left out.', '5 importiert, 2 ausgelassen.'],
  [rowsLeft.said({ faulty: 0 }), 'Nothing was imported.', 'Nichts wurde importiert.'],
  [
    requestEnded.said({ kind: 'rejected', ...about, roles: [], reason: 'Nein danke', reasonCode: undefined }),
    'The request for Ana at Sierra was rejected: Nein danke',
    'Die Anfrage für Ana bei Sierra wurde abgelehnt: Nein danke',
  ],
  [
    requestEnded.said({ kind: 'failed', ...about, roles: [], reason: 'x', reasonCode: 'request-tenant-gone' }),
    'The request for Ana at Sierra could not be applied: The tenant is gone',
    'Die Anfrage für Ana bei Sierra konnte nicht umgesetzt werden: Die Einheit gibt es nicht mehr',
  ],
  [
    requestsEnded.said({ kind: 'applied', count: 1200 }),
    '1,200 requests were applied',
    '1.200 Anfragen wurden umgesetzt',
  ],
  [
    requestWaits.said(about),
    'A request for Ana at Sierra waits for your decision',
    'Eine Anfrage für Ana bei Sierra wartet auf Ihre Entscheidung',
  ],
  [
    roleEnds.said({ role: 'Reader', application: 'Docs', tenant: 'Sierra', endsOn: '2026-12-22T00:00:00.000Z' }),
    'Docs: Reader at Sierra ends on 22-12-2026',
    'Docs: Reader bei Sierra endet am 22-12-2026',
  ],
  [
    rightsReceived.said({ name: 'Ana', dueOn: '2026-12-22' }),
    'Ana exercises data-protection rights: an answer is due by 22 December 2026',
    'Ana macht Datenschutzrechte geltend: Eine Antwort ist bis zum 22. Dezember 2026 fällig',
  ],
  [
    rightsDue.said({ name: 'Ana', dueOn: '2026-12-22', left: 0 }),
    'The rights request of Ana is due today',
    'Der Datenschutzantrag von Ana ist heute fällig',
  ],
  [
    webhookDisabled.said({ name: 'HR', reason: 'failing' }),
    'The webhook “HR” was disabled: it has failed for three days',
    'Der Webhook „HR“ wurde deaktiviert: Er schlägt seit drei Tagen fehl',
  ],
  [
    logBroken.said({ what: 'entry-edited', number: 12 }),
    'The audit log was changed in the database: entry 12 was edited',
    'Das Auditprotokoll wurde in der Datenbank verändert: Eintrag 12 wurde bearbeitet',
  ],
]

describe('a notification', () => {
  test('of any kind comes in the language of whoever reads it, whichever it was made in', async () => {
    const ana = await reader()
    await portico.write((tx) =>
      notifyAll(
        tx,
        ctx(),
        examples.map(([says]) => ({ userId: ana.id, type: 'PermissionAssigned', language: 'fr', says })),
      ),
    )
    expect((await ana.descriptions('en')).toSorted()).toEqual(examples.map(([, english]) => english).toSorted())
    expect((await ana.descriptions('de')).toSorted()).toEqual(examples.map(([, , german]) => german).toSorted())
  })

  test('that an earlier or a later version made keeps the words that it was made in', async () => {
    const ana = await reader()
    await portico.write(async (tx) => {
      await notify(tx, ctx(), { userId: ana.id, type: 'PermissionAssigned', ...inPlainWords('Later') })
      const says = rightsDue.said({ name: 'Ana', dueOn: 'soon', left: 0 })
      const changed = { ...says, inWords: () => 'With other data' }
      await notify(tx, ctx(), { userId: ana.id, type: 'RightsRequestDue', language: 'en', says: changed })
      await tx.query(
        `insert into notification (id, user_id, type, description, created_on)
         values (gen_random_uuid(), $1, 'PermissionAssigned', 'Earlier', now())`,
        [ana.id],
      )
    })
    expect((await ana.descriptions('de')).toSorted()).toEqual(['Earlier', 'Later', 'With other data'])
  })
})

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
)

test('whatever is declared to be said is known by its code, once, and has an example here', () => {
  const declared = sources.flatMap((name) =>
    [...readFileSync(path.join('server', name), 'utf8').matchAll(/= saying\(\{\s*code: '([^']+)'/g)].map(
      ([, code]) => code,
    ),
  )
  const codes = sayings.map(({ code }) => code)
  expect(declared.toSorted()).toEqual(codes.toSorted())
  expect(new Set(codes).size).toBe(codes.length)
  expect([...new Set(examples.map(([{ code }]) => code))].toSorted()).toEqual(codes.toSorted())
})

test('whatever is said is said differently in each language, but for words that two have in common', () => {
  for (const [said] of examples) {
    const sentences = new Set(languages.map((language) => said.inWords(language)))
    expect([said.code, sentences.size > 3]).toEqual([said.code, true])
  }
})
