// R2.1-05: everything hangs on the page's base tag; moving the tag moves the router and the calls.

/** `/identity` for `<base href="/identity/">`, and nothing for a base at the root. */
export const basePath = () => new URL(document.baseURI).pathname.replace(/\/+[^/]*$/, '')

/** An absolute path of this application: `under('profile')` is `/identity/profile`. */
export const under = (path: string) => `${basePath()}/${path.replace(/^\//, '')}`

/** A-03, R7.2-03: the calls answer below the identity path. */
export const apiUrl = (path: string) => under(`api/v1${path}`)
