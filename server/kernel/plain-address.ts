/**
 * As everybody writes it and looks for it: an IPv4 address that came over an IPv6 socket is an IPv4 address. Empty
 * where the caller hung up before the request was read: their socket knows no address any more.
 */
export const plainAddress = (address: string | undefined) => address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
