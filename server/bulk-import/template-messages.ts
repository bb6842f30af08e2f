// What the notes of templates say, in each language. Names of columns and what is typed into them are data: they stay.
import type { Language } from '#contract/kernel/language.ts'
import { de } from './template-messages/de.ts'
import { en } from './template-messages/en.ts'
import { es } from './template-messages/es.ts'
import { fr } from './template-messages/fr.ts'
import { it } from './template-messages/it.ts'
import { pt } from './template-messages/pt.ts'
import { ptBr } from './template-messages/pt-br.ts'

export type TemplateNote = keyof typeof en

export const templateMessages: Readonly<Record<Language, Readonly<Record<TemplateNote, string>>>> = {
  en,
  es,
  fr,
  it,
  pt,
  'pt-br': ptBr,
  de,
}
