/** Seconds of an access token and of an id_token; how long a session lasts is a setting. */
export const accessTokenSeconds = 900
/** Of a machine's token: who checks its signature only takes it that long, whatever becomes of its application. */
export const machineTokenSeconds = 600
/** RFC 6749 §4.1.2 recommends ten minutes at most. */
export const codeSeconds = 60
