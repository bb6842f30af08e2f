// Records what the types of audit events look like that no version had yet (server/spec/testing/recorded-events.ts).
import { recordNewEvents } from '#server/spec/testing/recorded-events.ts'

const added = await recordNewEvents()
console.log(added.length > 0 ? `Recorded: ${added.join(', ')}` : 'No new types of audit events.')
