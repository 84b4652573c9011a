// Link targets in documents. They are checked as browsers read them: without tabs, line ends and leading blanks.

const placeholderBase = 'https://address.invalid'
const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const file = new RegExp(`^/storage/files/(${uuid})$`, 'i')
const page = new RegExp(`^/pages/(${uuid})(?:[?#].*)?$`, 'i')
const member = new RegExp(`^mention:(${uuid})$`, 'i')
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const invisible = /[\s\u0000-\u001f\u007f]/g

/** Maps addresses when converting to or from a document. */
export type AddressMap = Readonly<Record<string, string>> | ((address: string) => string)

export const addressResolver =
  (addresses: AddressMap) =>
  (address: string): string => {
    if (typeof addresses === 'function') return addresses(address)
    return Object.hasOwn(addresses, address) ? (addresses[address] ?? address) : address
  }

/** Escapes blanks and control characters, which no URL contains. */
export const escapeAddress = (address: string): string => address.trim().replace(invisible, encodeURIComponent)

/** True for http(s), mailto, tel and relative addresses. */
export function isSafeLink(address: string): boolean {
  if (address !== escapeAddress(address) || !address.isWellFormed()) return false
  // Some relative addresses do not parse. They are harmless, but no link.
  const read = URL.parse(address, placeholderBase)
  return read !== null && protocols.has(read.protocol)
}

/**
 * The address of a page in links.
 * @public For integrations that write links.
 */
export const pageAddress = (id: string): string => `/pages/${id}`
/** The id of the page; undefined for other addresses. */
export const parsePageAddress = (address: string): string | undefined => page.exec(address)?.[1]?.toLowerCase()

/**
 * The address of a file in images.
 * @public For integrations that insert images.
 */
export const fileAddress = (id: string): string => `/storage/files/${id}`
/** The id of the file; undefined for other addresses. */
export const parseFileAddress = (address: string): string | undefined => file.exec(address)?.[1]?.toLowerCase()

/** The link target that Markdown uses for a mention. */
export const mentionAddress = (id: string): string => `mention:${id}`
/** The id of the mentioned member; undefined for other addresses. */
export const parseMentionAddress = (address: string): string | undefined => member.exec(address)?.[1]?.toLowerCase()

export const isMemberId = (text: unknown): text is string =>
  typeof text === 'string' && parseMentionAddress(`mention:${text}`) !== undefined
