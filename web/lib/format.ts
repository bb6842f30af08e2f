// How dates are written (R9-20). The long form has a 12-hour clock, as its pattern says.
import i18next from 'i18next'

type Moment = Date | string | number | null | undefined

const two = (value: number) => String(value).padStart(2, '0')

const dateOf = (moment: Moment) => {
  const date = moment === null || moment === undefined || moment === '' ? undefined : new Date(moment)
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

const day = (date: Date) =>
  `${two(date.getDate())}-${two(date.getMonth() + 1)}-${String(date.getFullYear()).padStart(4, '0')}`
const time = (date: Date) => `${two(date.getHours() % 12 || 12)}:${two(date.getMinutes())}:${two(date.getSeconds())}`

const notSet = () => i18next.t('shell:notSet')

/** DD-MM-YYYY */
export const formatDate = (moment: Moment) => {
  const date = dateOf(moment)
  return date ? day(date) : notSet()
}

/** DD-MM-YYYY hh:mm:ss */
export const formatDateTime = (moment: Moment) => {
  const date = dateOf(moment)
  return date ? `${day(date)} ${time(date)}` : notSet()
}

/** DD-MM-YYYY HH:mm:ss: what happened one after the other has a clock of 24 hours, and so have tooltips. */
export const formatMoment = (moment: Moment) => {
  const date = dateOf(moment)
  return date ? `${day(date)} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}` : notSet()
}

/** 61 000 ms left is 1:01; from an hour on, 1:00:00. */
export const formatCountdown = (milliseconds: number) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
