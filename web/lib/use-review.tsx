// What a change would do, shown before it is made. Only that is done (docs/ux.md, note 7): the write carries the
// stamp of what was shown, and a run of several writes asks once more before it begins (docs/decisions/0027).
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from './problem.ts'

type StampedAnswer = { readonly stamp: string }

/** What is on the screen: not there yet, refused, or the answer with the stamp of what it was computed from. */
export type ReviewAnswer<Answer extends StampedAnswer = StampedAnswer> = Answer | 'refused' | undefined

type ReviewOptions<Answer extends StampedAnswer> = {
  readonly small: boolean
  readonly onSeen: (seen: ReviewAnswer<Answer>) => void
}

/** How one change is looked at; the feature that can compute it hands this over (parts.tsx). */
export type Review<Answer extends StampedAnswer = StampedAnswer> = {
  /** Of another change nothing has been seen yet. */
  readonly key: string
  readonly draw: (how: ReviewOptions<Answer>) => ReactNode
  /** As of now. */
  readonly stampNow: () => Promise<string>
  /** Shows what would happen by now. */
  readonly refresh: () => Promise<void>
}

type Write<Result> = (seen: string | undefined) => Result | Promise<Result>

const View = <Answer extends StampedAnswer>({ review, ...how }: ReviewOptions<Answer> & { review: Review<Answer> }) =>
  review.draw(how)

/** Without a review nothing is shown, and the write says nothing of what was seen. */
export const useReview = <Answer extends StampedAnswer>(review: Review<Answer> | undefined, { small = true } = {}) => {
  const { t } = useTranslation('table')
  const [seen, see] = useState<ReviewAnswer<Answer>>()
  // For the person who was handed `fresh` before the answer came.
  const last = useRef<ReviewAnswer<Answer>>(undefined)
  const onSeen = useCallback((now: ReviewAnswer<Answer>) => {
    last.current = now
    see(now)
  }, [])
  const stamp = () => (!review || last.current === 'refused' ? undefined : last.current?.stamp)
  const lookAgain = async () => {
    await review?.refresh()
    return new Error(t('changedMeanwhile'))
  }
  return {
    view: review && <View key={review.key} review={review} small={small} onSeen={onSeen} />,
    seen,
    /** It is seen before it can be said yes to. */
    ready: !review || seen !== undefined,
    /** Of what was seen; nothing where nothing was. */
    stamp,
    /**
     * Before a run of several writes. Throws what is to be said where by now something else would happen; that is
     * shown. Where something is gone, or may not be changed any more, its own write fails and the others go on
     * (R4.9-02).
     */
    fresh: async () => {
      const before = stamp()
      if (!review || before === undefined) return
      const now = await review.stampNow().catch((error: unknown) => {
        if (isProblem(error, 404) || isProblem(error, 409)) return before
        throw error
      })
      if (now !== before) throw await lookAgain()
    },
    /**
     * One write, with the stamp to send along. Throws the same where the server answers that something else would
     * happen.
     */
    asReviewed: async <Result,>(write: Write<Result>) => {
      try {
        return await write(stamp())
      } catch (error) {
        throw review && isProblem(error, 412) ? await lookAgain() : error
      }
    },
  }
}
