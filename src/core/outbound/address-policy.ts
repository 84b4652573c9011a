import { BlockList, isIP } from 'node:net'

/** True if the IP address may be called. */
export type AddressPolicy = (address: string) => boolean

/** Allows global unicast addresses and the given networks (`10.0.0.0/8`, `::1`). */
export function createAddressPolicy(allowed: readonly string[]): AddressPolicy {
  const exceptions = parseNetworks(allowed)
  const mayCall: AddressPolicy = (address) => {
    const family = isIP(address)
    if (family === 0 || address.includes('%')) return false
    if (family === 4) return exceptions.check(address) || !specialIPv4.check(address)
    if (exceptions.check(address, 'ipv6')) return true
    const carried = extractEmbeddedIPv4(address)
    if (carried !== null) return mayCall(carried)
    return globalIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
  }
  return mayCall
}

/** Throws TypeError for an entry that is neither a network nor an address. */
export function parseNetworks(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
    const family = isIP(address)
    if (family === 0) throw new TypeError(`${entry} is not a network`)
    list.addSubnet(address, Number(prefix ?? (family === 6 ? 128 : 32)), family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** IANA's special-purpose IPv4 addresses, multicast and reserved ranges. */
const specialIPv4 = parseNetworks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's metadata service. Its address is formally public.
  '168.63.129.16',
])

const globalIPv6 = parseNetworks(['2000::/3'])

/** Within 2000::/3: protocol assignments including Teredo, documentation and 6to4. Tunnels are always refused. */
const specialIPv6 = parseNetworks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** IPv4-mapped IPv6 (RFC 4291 §2.5.5.2) and NAT64 (RFC 6052 §2.1) addresses, which connect to the embedded IPv4 address. */
const carriers = parseNetworks(['::ffff:0:0/96', '64:ff9b::/96'])

/** Null if the address contains no IPv4 address. */
export function extractEmbeddedIPv4(address: string): string | null {
  if (!carriers.check(address, 'ipv6')) return null
  // The URL parser writes the last 32 bits as two hexadecimal groups, or `::` for zeros.
  const [, tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [high = 0, low = 0] = ['0', '0', ...tail.split(':')].slice(-2).map((half) => Number.parseInt(half || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
