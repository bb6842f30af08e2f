// Pictures that people upload.

export type SquareImage = {
  /** Sides of the result. */
  readonly pixels: number
  /** `contain` leaves room beside a picture that is not square, `cover` cuts it. */
  readonly fit: 'contain' | 'cover'
}

export type Images = {
  /**
   * A PNG, drawn anew from the pixels alone: whatever else the file carried (places, scripts, a second file) is gone
   * (T36). Undefined for what is no png, jpeg, webp or gif by its content, is damaged, or has too many pixels.
   */
  square(bytes: Uint8Array, image: SquareImage): Promise<Uint8Array | undefined>
  /**
   * The same of a person's picture: WebPs of these sides, cut to squares, on white. Of several pictures in one file the
   * first.
   */
  portraits(bytes: Uint8Array, sides: readonly number[]): Promise<readonly Uint8Array[] | undefined>
}
