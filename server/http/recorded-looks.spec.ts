// A look waits to be written with others; of its request it keeps what is written, and lets go of the rest.
import { expect, test } from 'vitest'
import type { ContextParts } from '#server/kernel/commit.ts'
import { lookAt } from './recorded-looks.ts'

test('a look that waits holds who, when, from where and by which call, and nothing else of the request', () => {
  const [now, actor] = [new Date('2026-11-28T19:00:00Z'), { kind: 'anonymous' } as const]
  const requestInfo = { ip: '192.0.2.7', apiEntry: 'GET /api/v1/admin/tenants', userAgent: 'Firefox', cookies: {} }
  const parts = { actor, clock: () => now, requestInfo, db: 'a connection' } as unknown as ContextParts
  const { by, event } = lookAt('TenantController_List', parts, { params: {}, query: { take: 25 } })
  expect(by).toStrictEqual({
    actor,
    now,
    requestInfo: { ip: '192.0.2.7', apiEntry: 'GET /api/v1/admin/tenants' },
  })
  expect(event).toMatchObject({ subject: '-', after: { take: 25 } })
})
