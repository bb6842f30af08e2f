// The API, readable: the printed OpenAPI document and Swagger UI's own files, without any inline script.
import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Feature } from '#server/kernel/use-case.ts'
import { openApi } from './openapi.ts'

const files = path.join(path.dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Portico API</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/identity/api-docs/swagger-ui.css"></head><body><div id="swagger-ui"></div><script src="/identity/api-docs/swagger-ui-bundle.js"></script><script src="/identity/api/docs/start.js"></script></body></html>`
const start = `SwaggerUIBundle({ url: '/identity/api/docs/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, supportedSubmitMethods: ['get'] })`
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

export const registerApiDocs = async (app: FastifyInstance, features: readonly Feature[]) => {
  // Printed for anyone who asks first: few instances are ever asked, and each start would wait for it.
  let printed: string | undefined
  const document = () => (printed ??= JSON.stringify(openApi(features)))
  await app.register(fastifyStatic, {
    root: files,
    prefix: '/identity/api-docs/',
    decorateReply: false,
    index: false,
    maxAge: '1h',
  })
  app.get('/identity/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  )
  app.get('/identity/api/docs/start.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start))
  app.get('/identity/api/docs/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
}
