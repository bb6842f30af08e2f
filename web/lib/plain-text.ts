/** For what is searched in the browser: without accents and in lower case, as the server searches. */
export const plainText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
