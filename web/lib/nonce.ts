/** The page's CSP nonce, for the styles that antd writes at run time. */
export const nonce = () => {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  return meta?.nonce || meta?.getAttribute('nonce') || undefined
}
