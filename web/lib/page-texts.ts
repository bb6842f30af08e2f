// Where the texts lie that no first page needs: a list of addresses that would weigh as much as they do.
export type TextFile = { default: Record<string, string> }

export const pageTexts = import.meta.glob<TextFile>([
  '../locales/*/*.json',
  '!../locales/*/{shell,hub,session,errors,sign-in,notifications}.json',
])
