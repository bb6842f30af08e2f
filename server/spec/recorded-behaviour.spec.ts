// What the specification leaves open is written down: each state that the contract knows, among the state machines.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ApplicationStatus } from '#contract/application-fields.ts'
import { signInResults } from '#contract/log-entries.ts'
import { requestStatuses } from '#contract/operation-request-items.ts'
import { RightsRequestState } from '#contract/rights.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/domain-model.md'), 'utf8')
const machines = document.split(/^## /m).find((section) => section.startsWith('5. State machines')) ?? ''
const machineOf = (name: string) => machines.split('\n- ').find((line) => line.startsWith(`**${name}`)) ?? ''

test.each([
  ['Operation request', requestStatuses],
  ['Application', ApplicationStatus.options],
  ['Request to exercise a right', RightsRequestState.options],
  ['Lockout', signInResults.filter((result) => result.endsWith('Locked'))],
  ['User', ['draft', 'active', 'locked', 'deleted']],
])('R4.11-07 the transitions of %s are recorded, with every state that there is', (name, states) => {
  expect(states.length).toBeGreaterThan(1)
  expect(states.filter((state) => !machineOf(name).includes(state))).toEqual([])
})
