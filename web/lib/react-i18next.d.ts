// Instead of the library's own types, which take two thirds of the time that the compiler has for the pages.
declare module 'react-i18next' {
  import type { ThirdPartyModule } from 'i18next'
  import type { TextKey, Texts, TextsOf } from '#web/lib/text-keys.ts'

  type Options<Name> = { readonly ns: Name; readonly nsSeparator?: false }
  type Language = {
    readonly language: string
    /** Is there such a text? For keys that are put together while the page runs. */
    exists<Name extends keyof Texts>(key: string, options: Options<Name>): key is TextKey<Name> & string
  }

  export const initReactI18next: ThirdPartyModule
  export function useTranslation<Name extends keyof Texts = 'shell'>(
    /** Of several, the first is the one whose keys need no prefix. */
    names?: Name | readonly [Name, ...(keyof Texts)[]],
  ): { readonly t: TextsOf<Name>; readonly i18n: Language }
}
