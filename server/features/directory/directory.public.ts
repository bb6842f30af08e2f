// What speaks SCIM (server/scim) may use of directories.
export {
  createGroupOfDirectory,
  getGroup,
  listGroups,
  patchGroup,
  removeGroupOfDirectory,
  replaceGroup,
  searchGroups,
} from './groups.ts'
export {
  createPerson,
  getPerson,
  listPeople,
  patchPerson,
  removePerson,
  replacePerson,
  searchPeople,
} from './people.ts'
export { directoryData } from './personal-data.store.ts'
export { mostResults } from './query.ts'
export { enterpriseSchema, groupSchema, schemas, userSchema } from './schemas.ts'
export { baseOf, type Json, type ScimAnswer, type ScimCall, type ScimRead, type ScimWrite } from './scim.ts'
export { searchAll } from './search.ts'
export { scimRefusal } from './scim-refusal.ts'
