/** The address of a public page: the service serves it where it serves the app. */
export const bookingUrl = (userSlug: string, typeSlug?: string) =>
  [location.origin, 'book', userSlug, typeSlug].filter((part) => part !== undefined).join('/')

/** An address without its scheme, to be read. */
export const stripScheme = (address: string) => address.replace(/^https?:\/\//, '')

/** What may stand in an address, of a name. */
export const slugify = (name: string) =>
  name
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 60)
    .replace(/-$/, '')
