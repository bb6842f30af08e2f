/** As everybody writes it and looks for it: an IPv4 address that came over an IPv6 socket is an IPv4 address. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
