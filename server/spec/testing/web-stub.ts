// The server suite needs no browser bundle: two documents with the tags that the real ones have.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

export const writeWebStub = async (folder: string) => {
  const web = path.join(folder, 'web')
  await mkdir(path.join(web, 'assets'), { recursive: true })
  for (const name of ['index', 'account'])
    await writeFile(
      path.join(web, `${name}.html`),
      `<!doctype html><html lang="en"><head><base href="/identity/" /><title>${name}</title><script type="module" src="./assets/${name}.js"></script></head><body><div id="root"></div></body></html>`,
    )
  return web
}
