// R2.4-23: what the language has, or the Spanish one.
export const ofLanguage = <T>(all: Readonly<Record<string, T>>, language: string): T | undefined =>
  all[language.toLowerCase()] ?? all['es']
