/** The URL of a public booking page. The service serves it on the same origin as the app. */
export const bookingUrl = (userSlug: string, typeSlug?: string) =>
  [location.origin, 'book', userSlug, typeSlug].filter((part) => part !== undefined).join('/')

export const stripScheme = (address: string) => address.replace(/^https?:\/\//, '')

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
