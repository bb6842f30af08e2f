// What other features and the provider may know of applications.
export {
  type Client,
  clientByName,
  iconOf,
  isRegisteredAddress,
  shownNameOf,
  statusOf,
  visibleAddresses,
} from './clients.store.ts'
export { introspectorsOf, saveIntrospectors } from './introspectors.store.ts'
