import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { extractEmbeddedIPv4, parseNetworks } from '#core/outbound/address-policy'

/** Rate-limit key of requests without a token: an IPv4 address, or the /56 of an IPv6 customer. */
export function toRateLimitNetwork(address: string): string {
  const [plain = ''] = address.split('%')
  if (isIP(plain) !== 6) return plain.slice(0, 64)
  const carried = extractEmbeddedIPv4(plain)
  if (carried) return carried
  const [left = '', right] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const before = left ? left.split(':') : []
  const after = right ? right.split(':') : []
  const between = Array(8 - before.length - after.length).fill('0')
  const groups = [...before, ...between, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16))
  // Half of the fourth group is the customer's to use.
  return `${[...groups.slice(0, 3), (groups[3] ?? 0) & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}

/** Shortens an IP address so that it identifies no household: without the last octet for IPv4, the /48 for IPv6. */
export function anonymizeAddress(address: string): string {
  const network = toRateLimitNetwork(address)
  if (isIP(network) === 4) return network.replace(/\d+$/, '0')
  return network.endsWith('::/56') ? `${network.split(':').slice(0, 3).join(':')}::` : ''
}

/** Reads a client's address, with X-Forwarded-For only from trusted proxies. */
export function createClientAddressReader(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trusted = parseNetworks(trustProxy)
  const isTrusted = (address: string) => {
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return ({ headers, socket }) => {
    const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',')
    let address = socket.remoteAddress ?? ''
    while (isTrusted(address)) {
      const before = forwarded.pop()?.trim()
      if (!before) break
      address = before
    }
    return address
  }
}
