// A webhook from its making to the end of a leaver, with a receiver that checks signatures by the published library.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, expectAccessible, openAs, test } from './portico.ts'

const listen = async () => {
  const received: { body: string; headers: Record<string, string> }[] = []
  const answer = { status: 200 }
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(answer.status).end('noted')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const close = () => (server.closeAllConnections(), server.close())
  return { received, answer, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

test('a God makes a webhook, tests it, sends again what failed, and a leaver’s page shows its receipt', async ({
  page,
}) => {
  const receiver = await listen()
  const short = randomUUID().slice(0, 6)
  await openAs(page, 'marta.oliveira', { at: '/identity/admin/webhooks' })
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await expect(page.getByRole('heading', { name: 'New webhook', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(`SIEM ${short}`)
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await page.getByRole('searchbox', { name: 'Events' }).fill('user.ended')
  await page.getByRole('checkbox', { name: 'Ended user.ended' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('heading', { name: `SIEM ${short}`, level: 1 })).toBeVisible()
  await expectAccessible(page)
  // Other journeys end accounts, too.
  const sent = (type: string) =>
    receiver.received.filter(({ body }) => body.includes(`"type":"${type}"`) && body.includes(short))
  const verified = (type: string) => {
    const { body = '', headers = {} } = sent(type)[0] ?? {}
    return new Webhook(secret).verify(body, headers)
  }

  receiver.answer.status = 503
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  const row = page.getByRole('row', { name: /Webhook: Test/ })
  await expect(row).toContainText('503')
  receiver.answer.status = 200
  await row
    .getByRole('button', { name: /Webhook: Test/ })
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: 'Webhook: Test' })
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect(drawer.getByText('Delivered')).toBeVisible()
  await expectAccessible(page)
  expect(verified('webhook.tested')).toMatchObject({ type: 'webhook.tested' })
  expect(new Set(sent('webhook.tested').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.goto(page.url().replace(/webhooks.*$/, 'users'))
  await page.getByRole('button', { name: 'New user' }).click()
  await expect(page.getByLabel('User name')).toBeFocused()
  for (const typed of [`leo.${short}`, 'Leo', short, `leo.${short}@people.example`, 'Northern', 'Espa']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Leo ${short}`, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Lock user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lock user' }).click()
  await expect(page.getByRole('heading', { name: 'Ended everywhere' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `SIEM ${short}` })).toContainText('Answered after')
  await expectAccessible(page)
  expect(verified('user.ended')).toMatchObject({ data: { after: { cause: 'locked' } } })
  receiver.close()
})
