// The picture of somebody who has none: a silhouette on a colour of the hash.

const hues = [
  ['#F08A5D', '#D6336C'],
  ['#4364F0', '#7A4DE8'],
  ['#0FA3B1', '#0B7A53'],
  ['#E0A13A', '#C4552D'],
  ['#8B5CF6', '#D6336C'],
  ['#2B9EB3', '#2340CC'],
] as const

export const silhouette = ({ hash, size }: { hash: string; size: number }) => {
  const [from, to] = hues[(Number.parseInt(hash.slice(0, 4), 16) || 0) % hues.length] ?? hues[0]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="100" height="100" fill="url(#g)"/><circle cx="50" cy="40" r="17" fill="#fff" fill-opacity=".9"/><path d="M18 88a32 30 0 0 1 64 0z" fill="#fff" fill-opacity=".9"/></svg>`
}
