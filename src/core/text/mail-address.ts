import { domainToASCII, domainToUnicode } from 'node:url'

/** True for addresses that all mail systems accept: no quoted local part, no domain literal. */
export const isPlainAddress = (address: string): boolean => plainAddress.test(address)

const plainAddress = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u

/** The canonical form of an address, with the domain in Unicode (UTS 46). */
export const foldAddress = (address: string): string =>
  withDomain(address, (domain) => {
    const ascii = isInternational.test(domain) ? domainToASCII(domain) : ''
    return ascii && domainToUnicode(ascii)
  })

/** The form used for sending. */
export const toAsciiDomain = (address: string): string =>
  withDomain(address, (domain) => (isInternational.test(domain) ? domainToASCII(domain) : ''))

/** All forms in which an address may be stored, in lower case; old rows are not canonical. */
export const listAddressForms = (address: string): string[] => [
  ...new Set([foldAddress(address), toAsciiDomain(address), address].map((form) => form.toLowerCase())),
]

/** Converts domains in a text to Unicode, as addresses are stored. */
export const foldDomains = (text: string): string =>
  text.replaceAll(/[^\s@]*xn--[^\s@]*/gi, (domain) => domainToUnicode(domain) || domain)

const isInternational = /[^\p{ASCII}]|(?:^|\.)xn--/iu

function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? address : address.slice(0, at + 1) + (convert(address.slice(at + 1)) || address.slice(at + 1))
}
