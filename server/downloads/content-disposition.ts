// The name of a file that is sent, as RFC 6266 wants it: nothing in it can end the header or lead out of a folder
// (T42).

const longest = 150

/** One line without marks that turn the reading direction, path separators, and what Windows refuses. */
export const safeFileName = (name: string) => {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  if (plain.length <= longest) return plain || 'file'
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  return [...plain].slice(0, longest - ending.length).join('') + ending
}

export const attachment = (name: string) => {
  const safe = safeFileName(name)
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replaceAll('%', '_')
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
