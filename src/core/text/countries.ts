/** EU member states, ISO 3166-1 alpha-2. */
const european = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

export const isInEuropeanUnion = (country: string) => european.has(country)

const names = {
  de: new Intl.DisplayNames('de', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
}

/** For addresses: `Österreich`, `Austria`. */
export const countryName = (country: string, language: 'de' | 'en') => names[language].of(country) ?? country
