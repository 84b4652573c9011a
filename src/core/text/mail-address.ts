import { domainToASCII, domainToUnicode } from 'node:url'

/** An address that mail programs and services agree on: no quoted local part, no domain literal. */
export const isPlainAddress = (address: string): boolean => plainAddress.test(address)

const plainAddress = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u

/** The one form of an address whose domain is written in Unicode or in punycode (UTS 46): Unicode. Others stay as they are. */
export const foldAddress = (address: string): string =>
  withDomain(address, (domain) => {
    const ascii = isInternational.test(domain) ? domainToASCII(domain) : ''
    return ascii && domainToUnicode(ascii)
  })

/** The form in which an address is mailed. */
export const toAsciiDomain = (address: string): string =>
  withDomain(address, (domain) => (isInternational.test(domain) ? domainToASCII(domain) : ''))

/** All forms in which an address may be stored, in lower case: some are older than the one form. */
export const listAddressForms = (address: string): string[] => [
  ...new Set([foldAddress(address), toAsciiDomain(address), address].map((form) => form.toLowerCase())),
]

/** A text whose domains are written as addresses keep them: in Unicode. */
export const foldDomains = (text: string): string =>
  text.replaceAll(/[^\s@]*xn--[^\s@]*/gi, (domain) => domainToUnicode(domain) || domain)

const isInternational = /[^\p{ASCII}]|(?:^|\.)xn--/iu

function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : address.slice(0, at + 1) + (convert(address.slice(at + 1)) || address.slice(at + 1))
}
