// Groups for the view of their permissions: the same rules, and the same code.
export { shownGroup, visibleGroup } from './group-policy.ts'
export { addMember, putMembersIn, removeMember, takeMembersOut } from './group-members.ts'
export { listMembers } from './group-members.store.ts'
export { change as changeGroup, create as createGroup, remove as removeGroup } from './group-writes.ts'
export { groupById } from './groups.store.ts'
export {
  putBack as putGroupBack,
  refuseToGiveMore,
  whyNotBack as whyNoGroupBack,
} from './restore-group.ts'
export { groupEvents } from './groups.events.ts'
export { groupsData } from './personal-data.store.ts'
