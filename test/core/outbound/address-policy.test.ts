import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressPolicy, parseNetworks } from '#core/outbound/address-policy'

const mayCall = createAddressPolicy([])

describe('rejects non-public addresses', () => {
  test.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private 10/8', '10.0.0.0', '10.255.255.255'],
    ['shared 100.64/10', '100.64.0.0', '100.127.255.255', '100.100.100.200'],
    ['loopback', '127.0.0.1', '127.255.255.254'],
    ['link-local and the metadata of clouds', '169.254.0.1', '169.254.169.254', '168.63.129.16'],
    ['private 172.16/12', '172.16.0.1', '172.31.255.255'],
    ['protocol assignments', '192.0.0.1', '192.0.0.170'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ['the 6to4 relay', '192.88.99.1'],
    ['private 192.168/16', '192.168.0.1', '192.168.255.255'],
    ['benchmarks', '198.18.0.1', '198.19.255.255'],
    ['multicast', '224.0.0.1', '239.255.255.250'],
    ['reserved', '240.0.0.1', '255.255.255.255'],
    ['IPv6 unspecified and loopback', '::', '::1', '0:0:0:0:0:0:0:1'],
    ['IPv6 unique local', 'fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
    ['IPv6 link-local and site-local', 'fe80::1', 'febf::1', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1', 'ff0e::1'],
    ['IPv6 documentation', '2001:db8::1', '3fff::1'],
    ['IPv6 protocol assignments', '2001:2::1', '2001:10::1', '2001:1ff::1'],
    ['IPv6 discard and unassigned', '100::1', '4000::1', '5f00::1', '1::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:192.168.0.1', '::ffff:0:0'],
    ['IPv4-translated', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
    ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
    ['NAT64 to what is not public', '64:ff9b::', '64:ff9b::127.0.0.1', '64:ff9b::1', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff::a00:1'],
    ['6to4', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1'],
    ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:7f00:1::80ff:fffe'],
    ['a zone', 'fe80::1%eth0', '2606:4700::1111%lo', '::1%1'],
    ['what is no address', '', 'localhost', '127.1', '0177.0.0.1', '[::1]', '8.8.8.8.', '8.8.8.8/32', ' 8.8.8.8'],
  ])('%s', (_, ...addresses) => {
    for (const address of addresses) expect(mayCall(address), address).toBe(false)
  })
})

test('allows public addresses in every spelling', () => {
  for (const address of [
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...[
      '128.0.0.1',
      '172.15.255.255',
      '172.32.0.0',
      '192.0.1.1',
      '192.167.255.255',
      '198.17.255.255',
      '223.255.255.255',
    ],
    ...['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:200::1', '2001:4860:4860::8888', '2003::1'],
    ...['::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::8.8.8.8', '64:ff9b::808:808'],
  ])
    expect(mayCall(address), address).toBe(true)
})

test('an allowed network allows only itself', () => {
  const gate = createAddressPolicy(['127.0.0.0/8', '10.1.0.0/16', '192.168.7.7', '::1/128', 'fd00:1::/32'])
  for (const address of [
    ...['127.0.0.1', '127.9.9.9', '10.1.255.255', '192.168.7.7', '::1', 'fd00:1:ffff::1'],
    ...['::ffff:127.0.0.1', '::ffff:a01:1', '64:ff9b::10.1.0.1', '8.8.8.8', '2606:4700::1'],
  ])
    expect(gate(address), address).toBe(true)
  for (const address of [
    ...['10.2.0.1', '192.168.7.8', '169.254.169.254', '0.0.0.0', '::', '::2', 'fd00:2::1', 'fe80::1'],
    ...['::ffff:10.2.0.1', '::127.0.0.1', '2002:7f00:1::', '127.0.0.1%lo'],
  ])
    expect(gate(address), address).toBe(false)
})

test('treats an IPv4 address alike bare, mapped and behind NAT64', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
      const halves = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const verdicts = [address, `::ffff:${address}`, `::ffff:${halves}`, `64:ff9b::${address}`, `64:ff9b::${halves}`]
      expect(new Set(verdicts.map(mayCall)).size).toBe(1)
    }),
  )
})

test('accepts only networks in its list', () => {
  for (const entry of [
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0/8',
    '',
    '::1/129',
    'fe80::1%eth0/x',
  ])
    expect(() => parseNetworks([entry]), entry).toThrow()
})
