/** Thrown by a job that was asked to come again later: it failed, and is not tried before that moment. */
export class NotBefore extends Error {
  readonly moment: Date
  constructor(message: string, moment: Date) {
    super(message)
    this.moment = moment
  }
}
