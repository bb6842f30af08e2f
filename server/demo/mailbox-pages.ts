// The demonstration's mailbox at /identity/demo/mail: what would have gone out by SMTP.
import type { FastifyInstance } from 'fastify'
import { mailBodyPolicy, mailViewer, mailViewerPolicy } from '#server/platform/mail/mail-viewer.ts'
import { Refusal } from '#server/kernel/refusal.ts'

type ById = { Params: { id: string } }

export const registerDemoMail = (app: FastifyInstance, folder: string) => {
  const viewer = mailViewer({ folder })
  const page = (html: string | undefined) => {
    if (html === undefined) throw new Refusal('not-found', 404)
    return html
  }
  app.get('/identity/demo/mail', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailViewerPolicy)
      .send(await viewer.list()),
  )
  app.get('/identity/demo/mail.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(viewer.css))
  app.get<ById>('/identity/demo/mail/:id', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailViewerPolicy)
      .send(page(await viewer.mail(request.params.id))),
  )
  app.get<ById>('/identity/demo/mail/:id/body', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailBodyPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .send(page(await viewer.body(request.params.id))),
  )
}
