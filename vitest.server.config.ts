import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/spec/testing/longest-first.ts'

// The server's promises, over its public HTTP API: a real database, real HTTP. One PostgreSQL for the whole run.
export default defineConfig({
  resolve: {
    alias: {
      '#contract': path.resolve(import.meta.dirname, 'contract'),
      '#server': path.resolve(import.meta.dirname, 'server'),
    },
  },
  test: {
    include: ['server/**/*.spec.ts', 'contract/**/*.spec.ts', 'examples/**/*.spec.ts', 'tools/**/*.spec.ts'],
    environment: 'node',
    globalSetup: ['server/spec/testing/one-postgres.ts'],
    setupFiles: ['server/spec/testing/record-statements.ts'],
    pool: 'forks',
    // Of two cores three left a sixth idle, four leave next to nothing.
    maxWorkers: 4,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A loaded machine is no failure; with `FULL=1` some specs send fifty times as much.
    testTimeout: process.env['FULL'] === '1' ? 900_000 : 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
  },
})
