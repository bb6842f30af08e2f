// Sixty ways to smuggle another site into a return address; `at` is the origin that is being attacked.

const evil = 'evil.example'

const relative = [
  `//${evil}`,
  `///${evil}`,
  `////${evil}/x`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `\\/${evil}`,
  `/\\/${evil}`,
  `\\${evil}`,
  `/\t/${evil}`,
  `/\n/${evil}`,
  `/\r\n/${evil}`,
  `\t//${evil}`,
  ` //${evil}`,
  `/%09/${evil}`,
  `/%0a/${evil}`,
  `/%0d%0a/${evil}`,
  `/%5c${evil}`,
  `/%2f${evil}`,
  `/%2f%2f${evil}`,
  `%2f%2f${evil}`,
  `%252f%252f${evil}`,
  `/%252f%252f${evil}`,
  `/.//${evil}`,
  `/..//${evil}`,
  `/./\\${evil}`,
  `/identity/..//${evil}`,
  `/identity/%2e%2e//${evil}`,
  `/identity/.%2e/%2e.//${evil}`,
  `/;//${evil}/`,
  `.${evil}`,
  evil,
  `@${evil}`,
  `:80@${evil}`,
  `?//${evil}`,
  `#//${evil}`,
]

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://evil.example/1',
  `https:${evil}`,
  `https:/${evil}`,
  `https:///${evil}`,
  `HTTPS://${evil}`,
  `http://${evil}`,
  `ftp://${evil}/`,
]

const disguised = (at: string) => [
  `${at}@${evil}/`,
  `${at}.${evil}/`,
  `${at}%2e${evil}/`,
  `${at}\\@${evil}/`,
  `${at}//${evil}`,
  `${at}/.//${evil}`,
  `${at}/identity/..//${evil}`,
  `${at}/\\${evil}`,
  `${at}:80@${evil}`,
  `http://user:pass@${new URL(at).host}/`,
  `https://evil。example`,
  `https://evil%E3%80%82example`,
  `https://ⓔvil.example`,
  `//evil\u3002example`,
  `/\u2028/${evil}`,
  `/${'a'.repeat(4096)}`,
  `/identity/home\r\nSet-Cookie: planted=1`,
  `/identity/home%0d%0aSet-Cookie:%20planted=1`,
  '/"><script>alert(1)</script>',
  '/identity/home\u0000//x',
]

export const returnAddresses = (at: string) => [...relative, ...schemes, ...disguised(at)]

/** What a browser would do with it: stay with us. */
export const staysWithUs = (location: string, at: string) =>
  [...location].every((sign) => sign > ' ' && sign !== '\\') &&
  !location.startsWith('//') &&
  URL.parse(location, `${at}/identity/account/login`)?.origin === at
