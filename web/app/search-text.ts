// The query of an address as values, and values as the query of an address.

/** Plain pairs: `q=123` stays a text, and `?noredirect` needs no value. */
export const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: Record<string, unknown>) => {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = pairs
    .map(([name, value]) =>
      value === '' ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
    )
    .join('&')
  return text && `?${text}`
}
