/** `FULL=1`: everything, as often as it takes; otherwise what a test command of minutes can hold. */
export const full = process.env['FULL'] === '1'
