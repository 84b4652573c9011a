// What a document may point to. Browsers decide by the address as they read it, without its tabs, line ends and leading
// blanks, and so does this.

const placeholderBase = 'https://address.invalid'
const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const file = new RegExp(`^/storage/files/(${uuid})$`, 'i')
const page = new RegExp(`^/pages/(${uuid})(?:[?#].*)?$`, 'i')
const member = new RegExp(`^mention:(${uuid})$`, 'i')
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const invisible = /[\s\u0000-\u001f\u007f]/g

/** Addresses as they stand in a text, and what they are in a document, or the other way; a function says it of any. */
export type AddressMap = Readonly<Record<string, string>> | ((address: string) => string)

export const addressResolver =
  (addresses: AddressMap) =>
  (address: string): string => {
    if (typeof addresses === 'function') return addresses(address)
    return Object.hasOwn(addresses, address) ? (addresses[address] ?? address) : address
  }

/** An address with what no address holds escaped: blanks and control characters. */
export const escapeAddress = (address: string): string => address.trim().replace(invisible, encodeURIComponent)

/** Whether a link may lead there: to a web page, a mailbox, a telephone, or relative to where it stands. */
export function isSafeLink(address: string): boolean {
  if (address !== escapeAddress(address) || !address.isWellFormed()) return false
  // Not every base-relative address parses; what does not is no script either, but nobody can follow it.
  const read = URL.parse(address, placeholderBase)
  return read !== null && protocols.has(read.protocol)
}

/**
 * The address of a page, as links in a document have it.
 * @public For who writes links.
 */
export const pageAddress = (id: string): string => `/pages/${id}`
/** The page that an address leads to. */
export const parsePageAddress = (address: string): string | undefined => page.exec(address)?.[1]?.toLowerCase()

/**
 * The address of a file, as pictures in a document have it.
 * @public For who puts pictures.
 */
export const fileAddress = (id: string): string => `/storage/files/${id}`
/** The file that an address names. */
export const parseFileAddress = (address: string): string | undefined => file.exec(address)?.[1]?.toLowerCase()

/** A mention as an address: what Markdown writes it with. */
export const mentionAddress = (id: string): string => `mention:${id}`
/** The member that an address mentions. */
export const parseMentionAddress = (address: string): string | undefined => member.exec(address)?.[1]?.toLowerCase()

export const isMemberId = (text: unknown): text is string =>
  typeof text === 'string' && parseMentionAddress(`mention:${text}`) !== undefined
