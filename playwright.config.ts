import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// The machine's own Chromium where it has one (Debian's, rather without its windows); elsewhere the one of
// `npx playwright install chromium`.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const chromium = [process.env['PORTICO_CHROMIUM'], ...installed].find((file) => file && existsSync(file))

// Begun last, they would leave the other workers with nothing to do.
const longest = /(tenants|members|markup|users)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-portico.ts',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest },
  ],
  outputDir: 'test-results',
  // Two cores, each busy with a browser and its server: with windows to draw, a third worker makes the others wait.
  workers: chromium?.includes('headless-shell') ? 3 : 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // Another way through a screen that has a journey already: with FULL=1.
  ...(process.env['FULL'] === '1' ? {} : { grepInvert: /@full/ }),
  forbidOnly: true,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { ...(chromium && { executablePath: chromium }), args: ['--no-sandbox', '--disable-gpu'] },
    locale: 'en-GB',
    // Anyone who clicks waits for what moves to stand still.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
