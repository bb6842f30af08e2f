// The browser's specs: pure ones in node, screens in a real Chromium.
import { existsSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const web = path.resolve(import.meta.dirname, 'web')
const alias = { '#contract': path.resolve(import.meta.dirname, 'contract'), '#web': web }

// Debian's; rather the one without windows, which does the same with a quarter of the work.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file))

const browser = process.env.CHROMIUM ?? installed

const chromium = playwright({
  launchOptions: {
    executablePath: browser,
    args: ['--no-sandbox', '--disable-gpu'],
  },
  // Anyone who clicks waits for what moves to stand still.
  contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' },
})

// The React that users get: the one for developing keeps a stack for every element, a fifth of a page's work.
process.env.NODE_ENV = 'production'

// While specs run once, no module changes: a page that has it does not ask for it again.
const headers = process.argv.includes('run') ? { 'cache-control': 'max-age=3600' } : undefined

// Nobody looks: what is not drawn costs a quarter less, and is laid out, focused and clicked all the same.
const undrawn = `document.head.append(
  Object.assign(document.createElement('style'), { textContent: 'iframe { opacity: 0 !important }' }))`

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      { extends: true, test: { name: 'web', environment: 'node', include: ['web/**/*.spec.ts'] } },
      {
        extends: true,
        plugins: [react()],
        server: { headers },
        // Found while a spec runs, they would make Vite reload the page under it.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-runtime',
            'i18next',
            'react-i18next',
            'vitest-browser-react',
            '@tanstack/react-query',
            '@tanstack/react-router',
            'lucide-react',
            'oidc-client-ts',
            'jose',
            '@microsoft/signalr',
            '@atlaskit/pragmatic-drag-and-drop/element/adapter',
            '@atlaskit/pragmatic-drag-and-drop/combine',
            '@floating-ui/dom',
            'react-day-picker',
            'recharts',
          ],
        },
        test: {
          name: 'screens',
          include: ['web/**/*.spec.tsx'],
          setupFiles: ['web/ui/cleanup.setup.ts'],
          // One document for a worker: every other one would load and compile the pages anew.
          isolate: false,
          // A loaded machine is no failure.
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          // Each document loads and compiles all pages once: more of them cost more than they wait.
          fileParallelism: true,
          maxWorkers: 4,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            orchestratorScripts: [{ content: undrawn }],
            provider: chromium,
            viewport: { width: 1280, height: 900 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
