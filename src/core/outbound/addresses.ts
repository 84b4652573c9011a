import { BlockList, isIP, isIPv6 } from 'node:net'

// Only global unicast may be called (IANA special-purpose registries): everything else is somebody's inside.

const forbidden = new BlockList()
for (const network of [
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
]) {
  const [address = '', prefix] = network.split('/')
  forbidden.addSubnet(address, Number(prefix), 'ipv4')
}
// Within 2000::/3, the only global unicast there is of IPv6.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', prefix] = network.split('/')
  forbidden.addSubnet(address, Number(prefix), 'ipv6')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** The eight groups of an IPv6 address, a zone and an embedded IPv4 form understood. */
function groups(address: string): number[] {
  const bare = address.split('%')[0] ?? ''
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(bare)
  const text = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : bare
  const [head = '', tail] = text.split('::')
  const parse = (part: string) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const left = parse(head)
  const right = tail === undefined ? [] : parse(tail)
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** The IPv4 address inside an IPv6 one (mapped, compatible, NAT64), or null. */
function embedded(address: string): string | null {
  const all = groups(address)
  const [a = 0, b = 0] = all.slice(6)
  const zeros = (count: number) => all.slice(0, count).every((group) => group === 0)
  const carries =
    (zeros(5) && all[5] === 0xffff) ||
    (zeros(6) && (a !== 0 || b > 1)) ||
    (all[0] === 0x64 && all[1] === 0xff9b && all.slice(2, 6).every((group) => group === 0))
  return carries ? `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}` : null
}

/** True where the address may be called: global unicast, or inside one of the networks that are allowed all the same. */
export function mayCall(address: string, allowed: BlockList): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (isIPv6(address)) {
    const inner = embedded(address)
    if (inner) return mayCall(inner, allowed)
    const bare = address.split('%')[0] ?? ''
    if (allowed.check(bare, 'ipv6')) return true
    return !address.includes('%') && globalUnicast.check(bare, 'ipv6') && !forbidden.check(bare, 'ipv6')
  }
  return allowed.check(address, 'ipv4') || !forbidden.check(address, 'ipv4')
}
