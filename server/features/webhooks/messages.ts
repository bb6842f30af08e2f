// What Gods are told of a webhook that was disabled, in each language.
import type { Language } from '#contract/kernel/language.ts'

type Texts = Readonly<Record<'failing' | 'gone', (name: string) => string>>

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    failing: (name) => `The webhook “${name}” was disabled: it has failed for three days`,
    gone: (name) => `The webhook “${name}” was disabled: its address says that it is gone (410)`,
  },
  es: {
    failing: (name) => `Se ha desactivado el webhook «${name}»: lleva tres días fallando`,
    gone: (name) => `Se ha desactivado el webhook «${name}»: su dirección responde que ya no existe (410)`,
  },
  it: {
    failing: (name) => `Il webhook «${name}» è stato disattivato: non risponde correttamente da tre giorni`,
    gone: (name) => `Il webhook «${name}» è stato disattivato: il suo indirizzo risponde che non esiste più (410)`,
  },
  fr: {
    failing: (name) => `Le webhook « ${name} » a été désactivé : il échoue depuis trois jours`,
    gone: (name) => `Le webhook « ${name} » a été désactivé : son adresse répond qu’elle n’existe plus (410)`,
  },
  de: {
    failing: (name) => `Der Webhook „${name}“ wurde deaktiviert: Er schlägt seit drei Tagen fehl`,
    gone: (name) =>
      `Der Webhook „${name}“ wurde deaktiviert: Seine Adresse gibt es nach eigener Auskunft nicht mehr (410)`,
  },
  pt: {
    failing: (name) => `O webhook «${name}» foi desativado: falha há três dias`,
    gone: (name) => `O webhook «${name}» foi desativado: o seu endereço responde que já não existe (410)`,
  },
  'pt-br': {
    failing: (name) => `O webhook “${name}” foi desativado: está falhando há três dias`,
    gone: (name) => `O webhook “${name}” foi desativado: o endereço responde que não existe mais (410)`,
  },
}

export const messagesOf = (language: Language): Texts => texts[language]
