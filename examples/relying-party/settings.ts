// What the example is told from outside.

/** One client of the provider. The name is the client id and the path: `/grants/`. */
export type Application = {
  readonly name: string
  readonly title: string
  readonly responseType: 'code' | 'id_token token'
}

export type Settings = {
  readonly issuer: string
  readonly port: number
  /**
   * Where browsers find this server. It stands in the redirect URIs, so it is a setting and never read from a request.
   */
  readonly origin: string
  readonly applications: ReadonlyMap<string, Application>
}

export const readSettings = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const issuer = environment['ISSUER'] ?? 'http://localhost:8080/identity'
  const port = Number(environment['PORT'] ?? 8081)
  const { protocol, hostname } = new URL(issuer)
  return {
    issuer,
    port,
    origin: environment['PUBLIC_ORIGIN'] ?? `${protocol}//${hostname}:${port}`,
    applications: new Map(
      readApplications(environment['APPLICATIONS']).map((application) => [application.name, application]),
    ),
  }
}

const readApplications = (text: string | undefined): Application[] => {
  const list: unknown = JSON.parse(text ?? '[{"name":"example","title":"Example","responseType":"code"}]')
  if (!Array.isArray(list)) throw new Error('APPLICATIONS must be a JSON list of {name, title, responseType}')
  return list.map((entry: Partial<Application>) => {
    if (!entry.name || !/^[a-z0-9-]+$/.test(entry.name))
      throw new Error(`APPLICATIONS: ${String(entry.name)} is no name for a path`)
    return { name: entry.name, title: entry.title ?? entry.name, responseType: entry.responseType ?? 'code' }
  })
}
