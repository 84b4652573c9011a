import type { DemoPart, Random } from '#core/feature/demo'
import { createLeitwegId } from '#core/text/leitweg-id'

declare module '#core/feature/demo' {
  interface DemoData {
    clients: DemoClient[]
  }
}

interface DemoClient {
  id: string
  name: string
}

/** Forty clients of an agency: mostly firms of the neighbourhood, some abroad, some people and public bodies. */
export const clientDemo: DemoPart = {
  title: { de: 'Kunden', en: 'Clients' },
  steps({ owner, scale, random, made, call }) {
    made.clients = []
    return Array.from({ length: Math.ceil(40 * scale) }, (_, index) => {
      const client = clientOf(index, random)
      return async () => {
        const { id } = await call<{ id: string }>(owner, 'POST', '/clients', client)
        made.clients[index] = { id, name: client.name }
      }
    })
  },
}

function clientOf(index: number, random: Random) {
  const family = families[index % families.length] as string
  const round = Math.floor(index / families.length)
  const place = index % 8 === 5 ? random.pick(abroad) : random.pick(towns)
  const isPublic = index % 13 === 7 || index === 2
  const isConsumer = index % 11 === 4
  const trade = trades[(index + round * 7) % trades.length] as string
  const name = isPublic
    ? `Stadtwerke ${place.city}`
    : isConsumer
      ? `${random.pick(firstNames)} ${family}`
      : `${trade} ${family}`
  const address = `${slugOf(name)}${round || isPublic ? `-${index}` : ''}.example`
  return {
    name: round && !isPublic ? `${name} ${round + 1}` : name,
    kind: isPublic ? 'public' : isConsumer ? 'consumer' : 'business',
    // One without email gets documents by letter.
    email: index === 3 ? null : `${isConsumer ? 'post' : 'buchhaltung'}@${address}`,
    contact_name: `${random.pick(firstNames)} ${random.pick(families)}`,
    phone: `+49 ${random.between(30, 899)} ${random.between(100_000, 999_999)}`,
    website: isConsumer ? null : `https://${address}`,
    street: `${random.pick(streets)} ${random.between(1, 120)}`,
    postal_code: place.postalCode,
    city: place.city,
    country: place.country,
    vat_id: isConsumer || isPublic ? null : place.vatId(String(random.between(10_000_000, 99_999_999))),
    buyer_reference: isPublic ? createLeitwegId('04011000', String(12_345 + index)) : null,
    // Public bodies accept XML only.
    invoice_format: isPublic ? (index % 2 ? 'xrechnung_cii' : 'xrechnung_ubl') : 'zugferd',
    customer_number: `K-${1001 + index}`,
    color: random.pick(colors),
    payment_terms_days: random.pick([null, null, 10, 30]),
    hourly_rate_cents: random.pick([null, null, 8500, 11000, 12500]),
    language: place.country === 'US' ? 'en' : null,
  }
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')

const german = (digits: string) => `DE1${digits}`
const towns = [
  { city: 'Hamburg', postalCode: '20095', country: 'DE', vatId: german },
  { city: 'Kiel', postalCode: '24103', country: 'DE', vatId: german },
  { city: 'Lübeck', postalCode: '23552', country: 'DE', vatId: german },
  { city: 'Bremen', postalCode: '28195', country: 'DE', vatId: german },
  { city: 'Hannover', postalCode: '30159', country: 'DE', vatId: german },
  { city: 'Berlin', postalCode: '10115', country: 'DE', vatId: german },
]
const abroad = [
  { city: 'Wien', postalCode: '1010', country: 'AT', vatId: (digits: string) => `ATU${digits}` },
  { city: 'København', postalCode: '1050', country: 'DK', vatId: (digits: string) => `DK${digits}` },
  { city: 'Amsterdam', postalCode: '1012', country: 'NL', vatId: (digits: string) => `NL1${digits}B01` },
  { city: 'Zürich', postalCode: '8001', country: 'CH', vatId: () => null },
  { city: 'Boston', postalCode: '02108', country: 'US', vatId: () => null },
]
const families = (
  'Kruse Petersen Hansen Lorenzen Behrens Matthiesen Jensen Carstens Brandt Thomsen Rickmers Sievers Ahrens Martens ' +
  'Clausen Detlefsen Eggers Friedrichs Grabow Harms Ketelsen Lührs Momsen Nissen Oltmanns Paulsen Quast Reimers Struve Tams'
).split(' ')
const firstNames = 'Maren Jan Silke Lars Imke Torben Anke Hauke Wiebke Fiete Britta Sönke'.split(' ')
const trades = [
  'Bäckerei',
  'Architekturbüro',
  'Reederei',
  'Weinhandel',
  'Tischlerei',
  'Zahnarztpraxis',
  'Buchhandlung',
  'Segelmacherei',
  'Kaffeerösterei',
  'Steuerkanzlei',
  'Gärtnerei',
  'Maschinenbau',
  'Hotel',
]
const streets = [
  'Deichstraße',
  'Hafenweg',
  'Lindenallee',
  'Am Markt',
  'Mühlenstraße',
  'Nordring',
  'Schillerstraße',
  'Am Kai',
]
const colors = ['#1f6feb', '#2da44e', '#bf8700', '#cf222e', '#8250df', '#0a7ea4', '#57606a']
