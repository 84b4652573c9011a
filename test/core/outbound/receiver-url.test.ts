import { describe, expect, test } from 'vitest'
import { Problem } from '#core/errors/problem'
import { assertReceiverUrl } from '#core/outbound/receiver-url'

const refusal = (url: string, ...allowPrivateCidrs: string[]) => {
  try {
    assertReceiverUrl(url, { allowPrivateCidrs })
    return null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', field: 'url' })
    return error.text.en
  }
}

describe('rejects every spelling of a non-public address', () => {
  test.each([
    ['plain', '127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ['decimal', '2130706433', '3232235777', '2852039166', '0'],
    ['hexadecimal', '0x7f000001', '0x7f.0x0.0x0.0x1', '0XA9FEA9FE', '0x7F.1', '0x'],
    ['octal', '017700000001', '0177.0.0.1', '0177.0.0.01', '0300.0250.0.1'],
    ['short', '127.1', '127.0.1', '10.1', '192.168.257', '0'],
    ['mixed', '0x7f.1', '127.0x1', '0251.0xfe.43518', '192.0xa8.1'],
    ['with a trailing dot', '127.0.0.1.', '10.0.0.1.', '0x7f.1.', '2130706433.'],
    ['in other digits', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '𝟭𝟮𝟳.𝟬.𝟬.𝟭', '٠x7f.1'],
    ['percent-encoded', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%30x7f.1', '127.0.0.1%2e'],
    ['with invisible characters', '127.0.0.1\t', '12\n7.0.0.1', '127.0.0.1\u00ad', '12\u200b7.0.0.1'],
    ['IPv6', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:FFFF:A9FE:A9FE]', '[::ffff:10.0.0.1]'],
    ['IPv4-compatible', '[::127.0.0.1]', '[::7f00:1]', '[::a9fe:a9fe]'],
    ['NAT64', '[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::7f00:1]'],
    ['6to4 and Teredo', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001::1]', '[2001:0:7f00:1::80ff:fffe]'],
    ['documentation', '192.0.2.1', '198.51.100.7', '203.0.113.9', '[2001:db8::1]'],
    ['multicast and reserved', '224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1', '198.18.0.1', '192.0.0.8'],
  ])('%s', (_, ...hosts) => {
    for (const host of hosts)
      for (const url of [`https://${host}/hook`, `https://${host}:8443/?a#b`]) {
        // The URL parser rejects some of these already.
        const words = URL.canParse(url) ? 'must be a public address' : 'must be an https address'
        expect(refusal(url), url).toBe(`{field} ${words}.`)
      }
  })
})

test('rejects anything but an https URL', () => {
  for (const url of [
    ...['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'data:text/plain,x', 'javascript:alert(1)'],
    ...['gopher://example.com', 'wss://example.com', '//example.com', 'example.com', '', ' ', 'https://', 'https:///'],
    ...[
      'https://[fe80::1%25eth0]/',
      'https://[::1',
      'https://256.256.256.256/',
      'https://127.0.0.1.1/',
      'https://exa mple/',
    ],
    ...['https://example.com:99999/', 'https://1.2.3.08/'],
  ])
    expect(refusal(url), url).toBe('{field} must be an https address.')
})

test('rejects credentials, also apparent ones', () => {
  for (const url of [
    ...['https://anna@example.com/', 'https://anna:secret@example.com/', 'https://:secret@example.com/'],
    ...[
      'https://example.com@127.0.0.1/',
      'https://127.0.0.1%40example.com@example.org/',
      'https:example.com@evil.example',
    ],
  ])
    expect(refusal(url), url).toBe('{field} must not carry credentials.')
})

test('accepts names, which are resolved at delivery, public addresses and any port', () => {
  for (const url of [
    ...[
      'https://example.com',
      'https://example.com:8443/hook?x=1#y',
      'HTTPS://EXAMPLE.COM./',
      'https://xn--mller-kva.example',
    ],
    ...['https://müller.example/', 'https://localhost:4443/', 'https://localhost./', 'https://127.0.0.1.nip.io/'],
    ...['https://8.8.8.8/', 'https://8.8.8.8:1/', 'https://[2606:4700:4700::1111]/', 'https://[::ffff:8.8.8.8]/'],
  ])
    expect(refusal(url), url).toBe(null)
})

test('accepts addresses of an allowed network', () => {
  expect(refusal('https://127.0.0.1:4443/', '127.0.0.0/8')).toBe(null)
  expect(refusal('https://0x7f.1/', '127.0.0.0/8')).toBe(null)
  expect(refusal('https://[::1]/', '::1/128')).toBe(null)
  expect(refusal('https://10.0.0.1/', '127.0.0.0/8', '::1/128')).not.toBe(null)
})
