// T67: what a browser is given holds no source map, no secret of the installation and nothing of the server.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, url } from './portico.ts'

const assets = path.resolve(import.meta.dirname, '../out/web/assets')
const texts = readdirSync(assets).filter((name) => /\.(?:js|css|map)$/.test(name))

test('T67 the pages come without source maps, secrets and code of the server', async ({ request }) => {
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((name) => name.endsWith('.map'))).toEqual([])
  const told = texts.filter((name) =>
    /sourceMappingURL|PRIVATE KEY|DATABASE_URL|PORTICO_[A-Z]+_|password_hash|\$argon2|node:(?:fs|crypto)|\/work\//.test(
      readFileSync(path.join(assets, name), 'utf8'),
    ),
  )
  expect(told).toEqual([])
  const script = texts.find((name) => name.endsWith('.js')) ?? ''
  for (const place of [`${script}.map`, '../../package.json', '..%2f..%2fpackage.json', '.env'])
    expect([place, (await request.get(`${url()}/identity/assets/${place}`)).ok()]).toEqual([place, false])
})
