// The types of audit events, as people say them: what it is about, and what happened to it.
import { useTranslation } from 'react-i18next'
import { labelled } from './labelled.ts'

/** One that this version does not know is called by its type. */
export const useEventName = () => {
  const { t, i18n } = useTranslation('event-names')
  const text = (key: string, otherwise: string) => (i18n.exists(key, { ns: 'event-names' }) ? t(key) : otherwise)
  const noun = (name: string) => text(`noun-${name}`, name)
  const act = (name: string) => text(`act-${name}`, name)
  const whole = (type: string) => {
    const [about = type, ...what] = type.split('.')
    return what.length > 0 ? labelled(noun(about), act(what.join('.'))) : type
  }
  return {
    noun,
    act,
    whole,
    /** Of the system log: a name of the specification, or the type of an event. */
    operation: (name: string) => (name.includes('.') ? whole(name) : text(`operation-${name}`, name)),
  }
}
