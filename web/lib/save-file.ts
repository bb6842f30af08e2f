// A file that is here already becomes a download.

export const saveFile = (file: File) => {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: file.name })
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
