// The demonstration's applications as the example relying party is told about them.
import { demoApplications } from './applications.ts'

type ExampleApplication = {
  readonly name: string
  readonly title: string
  readonly responseType: 'code' | 'id_token token'
}

export const exampleApplications: readonly ExampleApplication[] = demoApplications.map(({ name, title, implicit }) => ({
  name,
  title,
  responseType: implicit ? 'id_token token' : 'code',
}))
