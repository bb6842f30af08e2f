// Drafts, as requests make them and let them in.
export { addUser } from './user-writes.ts'
export { admitDraft } from './user-actions.ts'
