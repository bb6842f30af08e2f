// Reading the runners' reports: what passed, failed and was skipped.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** `failures`: a text for each that failed, with its name and how its error begins. */
export const none = { passed: 0, failed: 0, skipped: 0, failures: [] }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
})

/** One counted thing. */
export const one = (ok, name) => (ok ? { ...none, passed: 1 } : { ...none, failed: 1, failures: [name] })

/** A runner that fails without a failed test has crashed, or met an error outside of any test: that counts as one. */
export const withCrash = (counts, code, name) =>
  code !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, failures: [`${name} ended with ${code}, outside of any test`] }
    : counts

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
    failures: [
      ...unloaded.map((suite) => failure(suite.name, suite.message)),
      ...report.testResults.flatMap((suite) =>
        suite.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => failure(`${suite.name}: ${test.fullName}`, test.failureMessages.join('\n'))),
      ),
    ],
  }
}

export const readPlaywright = (file) => {
  const report = readReport(file)
  if (!report) return none
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = specsOf(report)
    .filter((spec) => !spec.ok || spec.tests.some((test) => test.status === 'flaky'))
    .map((spec) => failure(`e2e/${spec.file}:${spec.line}: ${spec.title}`, messagesOf(spec).join('\n'), pageOf(spec)))
  return { passed: expected, failed: unexpected + flaky, skipped, failures }
}

/** Suites of Playwright hold specs and suites. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const resultsOf = (spec) => spec.tests.flatMap((test) => test.results)

const messagesOf = (spec) => resultsOf(spec).flatMap((result) => result.errors.map((error) => error.message))

const linesShown = 25

/** How the page ended when its test failed: what lies over it, and what it said last, end its outline. */
const pageOf = (spec) => {
  const attached = resultsOf(spec).flatMap(({ attachments }) => attachments)
  const file = attached.find(({ name }) => name === 'error-context')?.path
  const outline = file && existsSync(file) && /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(file, 'utf8'))?.[1]
  return outline ? ['The end of the page:', ...outline.split('\n').slice(-linesShown)] : []
}

/** Without the runner's own frames. */
const failure = (name, message, page = []) => {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
  return [name, ...lines.slice(0, linesShown), ...page].join('\n')
}

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
