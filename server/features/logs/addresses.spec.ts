import { expect, test } from 'vitest'
import type { Page } from '#contract/kernel/page.ts'
import type { SystemLogEntry } from '#contract/log-entries.ts'
import { createBrowser } from '#server/spec/testing/browser.ts'
import { addPerson, signIn } from '#server/spec/testing/people.ts'
import { startTestPortico } from '#server/spec/testing/portico.ts'

test('R7.10-06 an IPv4 address that came over an IPv6 socket is kept and found as everybody writes it', async () => {
  const portico = await startTestPortico({ PORTICO_TRUST_PROXY: '1' })
  try {
    const { bearer } = await signIn(portico, await addPerson(portico, { roles: ['Administrator'] }))
    const browser = createBrowser(portico.origin)
    await browser.request('POST', '/api/v1/admin/areas', {
      headers: { ...bearer, 'x-forwarded-for': '::ffff:203.0.113.9' },
      body: { name: 'From an old network' },
    })
    const log = (await browser.get('/api/v1/admin/systemlog?operation=area.created&ip=203.0.113.9', bearer)).json<
      Page<SystemLogEntry>
    >()
    expect(log.items.map(({ ip, apiEntry }) => [ip, apiEntry])).toEqual([['203.0.113.9', 'POST /api/v1/admin/areas']])
  } finally {
    await portico.close()
  }
})
