// Before `npm start` and `npm test`: installs what the lock file says and builds the pages, each only when something
// changed. It runs on the Node that the machine has (20 at least), on a checkout without node_modules: no packages, no
// TypeScript.
import { spawnSync } from 'child_process'
import { createHash } from 'crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'fs'
import { tmpdir } from 'os'
import path from 'path'
import { fileURLToPath, pathToFileURL } from 'url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const modules = path.join(root, 'node_modules')
const windows = process.platform === 'win32'
const [major, minor] = process.versions.node.split('.').map(Number)

/** Installs and builds where needed; the exit code of what failed, else 0. */
export const prepare = ({ web }) => {
  if (major < 20) {
    console.error(`Portico needs Node.js 20 or newer to start, and this is ${process.version}.`)
    return 1
  }
  return installModules() || (web ? buildWeb() : 0)
}

const installModules = () => {
  const stamp = path.join(modules, '.portico-stamp')
  const wanted = hashOf([`${process.platform} ${process.arch}`, readFileSync(path.join(root, 'package-lock.json'))])
  if (isStamped(stamp, wanted)) return 0
  console.log('Installing the packages of package-lock.json (npm ci)')
  const code = installWith(outerNode()) || reinstallWithPinnedNode()
  if (code === 0) writeFileSync(stamp, wanted)
  else console.error('The packages could not be installed.')
  return code
}

/**
 * npm leaves out optional packages that refuse the Node it runs on, without a word: Vite's among them, before 20.19 and
 * 22.12.
 */
const reinstallWithPinnedNode = () => {
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return 0
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-node-'))
  const node = path.join(folder, windows ? 'node.exe' : 'node')
  try {
    // A copy: npm deletes the original under its feet.
    copyFileSync(pinnedNode(), node)
    return installWith(node)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A registry that lacks the packages of other platforms leaves gaps in the lock file, over which `npm ci` gives up;
 * `npm install` takes the same versions, and leaves the file alone.
 */
const installWith = (node) => {
  const exact = npm(node, ['ci'], 'pipe')
  if (exact.status === 0) return 0
  const lenient = npm(node, ['install', '--no-save'], 'inherit')
  if (lenient.status !== 0) console.error(`${exact.stdout}${exact.stderr}`.trim())
  return lenient.status === null ? 1 : lenient.status
}

/**
 * All kinds of packages, whatever NODE_ENV says: the server runs on optional ones, and the pages are built with
 * development ones.
 */
const npm = (node, command, output) => {
  const cli = process.env.npm_execpath
  const parameters = [...command, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', output, output] }
  const byNode = cli !== undefined && /\.c?js$/.test(cli)
  return byNode
    ? spawnSync(node, [cli, ...parameters], options)
    : spawnSync('npm', parameters, { ...options, shell: windows })
}

/** Not the pinned Node that npm puts first on the path: npm would delete it while it runs. */
const outerNode = () => {
  const name = windows ? 'node.exe' : 'node'
  const onPath = (process.env.PATH || '').split(path.delimiter).map((folder) => path.join(folder, name))
  const candidates = [process.env.npm_node_execpath, process.execPath, ...onPath]
  return (
    candidates.find((file) => file && existsSync(file) && !file.includes(`${path.sep}node_modules${path.sep}`)) ||
    process.execPath
  )
}

const pinnedNode = () => path.join(modules, '.bin', windows ? 'node.cmd' : 'node')

const buildSources = ['vite.config.ts', 'tools/compress-assets.ts', 'tools/lean-endpoints.ts']

const buildWeb = () => {
  const stamp = path.join(root, 'out/web/.portico-stamp')
  const wanted = hashOf(
    ['package-lock.json', ...buildSources, ...sourcesIn('contract'), ...sourcesIn('web')].flatMap(nameAndContent),
  )
  if (isStamped(stamp, wanted)) return 0
  console.log('Building the pages (vite build)')
  const vite = path.join(modules, 'vite/bin/vite.js')
  const { status } = spawnSync(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  })
  if (status === 0) writeFileSync(stamp, wanted)
  else console.error('The pages could not be built.')
  return status === null ? 1 : status
}

const sourcesIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`
      if (entry.isDirectory()) return sourcesIn(file)
      return /\.spec\.tsx?$/.test(file) ? [] : [file]
    })

const nameAndContent = (file) => [file, readFileSync(path.join(root, file))]

const isStamped = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

const hashOf = (parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

const calledDirectly = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href
if (calledDirectly) process.exitCode = prepare({ web: process.argv[2] === 'web' })
