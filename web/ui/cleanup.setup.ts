// The specs of a worker share one document: what a file left in it stood beside what the next one drew.
import { afterEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

afterEach(cleanup)
