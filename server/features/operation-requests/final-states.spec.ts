// A decided request stays as it is: whoever might decide or change it while it waited is told so (domain-model
// section 5).
import { expect, test } from 'vitest'
import type { RequestStatus } from '#contract/operation-requests.ts'
import { openRequests } from './requests.harness.ts'

const { world, addPerson, call, ask, decide, history, rolesAt } = openRequests()

type Final = Exclude<RequestStatus, 'WaitingForApprover'>

/** The role is no longer to be asked for in the moment in which it is approved: nothing can be applied. */
const approvedInVain = async (made: { id: string }) => {
  const offer = (visible: boolean) =>
    world.portico.database.execute(`update role set operation_request_visibility = $2 where id = $1`, [
      world.docs.roleId,
      visible,
    ])
  await offer(false)
  await decide('approve', made)
  await offer(true)
}

const ends: Record<Final, (made: { id: string }) => Promise<unknown>> = {
  Applied: (made) => decide('approve', made),
  Rejected: (made) => decide('reject', made),
  Cancelled: (made) => decide('cancel', made, { as: world.consultant }),
  RollBack: approvedInVain,
}

const late = {
  approve: (made: { id: string }) => decide('approve', made),
  reject: (made: { id: string }) => decide('reject', made),
  cancel: (made: { id: string }) => decide('cancel', made, { as: world.consultant }),
  'change what is asked for': (made: { id: string }) =>
    call('PUT', `/permissions/${made.id}`, { body: { roles: [], isInheritable: false } }),
}

test.each(Object.keys(ends) as Final[])(
  'T31 a request that is %s cannot be approved, rejected, cancelled or changed any more',
  async (status) => {
    const person = await addPerson(world.portico)
    const made = await ask(person)
    await ends[status](made)
    const [then, roles] = [await history(made), await rolesAt(person)]
    expect(then[0]?.status).toBe(status)
    for (const [what, act] of Object.entries(late)) {
      const { status: answered, body } = await act(made)
      expect([what, answered, body.code]).toEqual([what, 409, 'request-is-decided'])
    }
    expect([await history(made), await rolesAt(person)]).toEqual([then, roles])
  },
)
