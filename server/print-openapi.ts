// Prints docs/openapi.json, which is checked in and compared by a test.
import { openApi } from './http/openapi.ts'
import { features } from './features.ts'

process.stdout.write(`${JSON.stringify(openApi(features), null, 2)}\n`)
