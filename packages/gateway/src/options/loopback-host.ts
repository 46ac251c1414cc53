/** Returns true for a name or address that only this machine can have, as it stands in a URL or in a socket. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

/** Returns true for a peer's address on the loopback interface, IPv4-mapped ones too. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && isLoopbackHost(address.replace(/^::ffff:/i, ''))
}
