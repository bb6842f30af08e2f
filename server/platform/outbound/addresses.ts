// Which addresses are somebody else's: those of the public internet, and none of the own machine, network or cloud.
import ipaddr from 'ipaddr.js'

/** An IPv4 address may be written as one of IPv6 (RFC 4291 §2.5.5.2); one that cannot be read is nobody's. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
