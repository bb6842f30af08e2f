export const readCookie = (name: string, jar = document.cookie) => {
  const entry = jar.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return entry === undefined ? undefined : decodeURIComponent(entry.slice(name.length + 1))
}
