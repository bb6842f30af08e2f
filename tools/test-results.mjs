// Reading the runners' reports: what passed, failed and was skipped.
import { existsSync, readFileSync } from 'node:fs'

export const none = { passed: 0, failed: 0, skipped: 0 }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** One counted thing. */
export const one = (ok) => ({ ...none, passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

/** A runner that fails without a failed test has crashed, or met an error outside of any test: that counts as one. */
export const withCrash = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

export const readVitest = (file) => {
  const report = readReport(file)
  if (!report) return none
  // A file that does not load has no tests to fail.
  const unloaded = report.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export const readPlaywright = (file) => {
  const report = readReport(file)
  if (!report) return none
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
