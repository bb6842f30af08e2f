/** Seconds of an access token and of an id_token; how long a session lasts is a setting. */
export const accessTokenSeconds = 900
