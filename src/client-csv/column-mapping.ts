/** A field of a client, or a part of one, that a column can be mapped to. */
export const clientFields = [
  ...([
    'name',
    'firstName',
    'lastName',
    'contactName',
    'email',
    'phone',
    'street',
    'houseNumber',
    'postalCode',
  ] as const),
  ...(['city', 'country', 'kind', 'vatId', 'customerNumber', 'website', 'paymentTermsDays', 'notes'] as const),
] as const
export type ClientField = (typeof clientFields)[number]

/** Lower-case letters and digits only, with umlauts transliterated. */
export const normalizeHeading = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\d]/gu, '')

const companyPattern = /^(firm(a|enname)|unternehmen(sname)?|organi[sz]ation(s?name|1name)?|company(name)?)1?$/
const namePattern = /^(name|kunden?(name)?|client(name)?|customer(name)?|displayname|anzeigename|fullname)1?$/

/** Column names in exports of other programs (Outlook and Google among them), normalized. */
const headingPatterns: Readonly<Record<Exclude<ClientField, 'name'>, RegExp>> = {
  customerNumber: /^((kunden?|debitor(en)?)?n(umme)?r|(customer|client)(number|no|id)|accountnumber)$/,
  firstName: /^(vorname|firstname|givenname)$/,
  lastName: /^(nachname|familienname|lastname|surname|familyname)$/,
  contactName: /^(ansprechpartner(in)?|ansprechperson|kontakt(person)?|contact(person|name)?)$/,
  email: /^e?mail1?(adresse|address|value)?1?$/,
  phone:
    /^((haupt)?tel(efon)?(nummer|n?r)?(geschaeftlich|privat|firma)?|(business|home|work|primary|company|main)?(tele)?phone(number)?|phone1value|festnetz|mobil(telefon|nummer|phone)?|mobilephone|handy)1?$/,
  street:
    /^(strasse(hausn(umme)?r|undhausn(umme)?r|geschaeftlich|privat|firma)?|anschrift|adresse|(business|home|work)?(street(address)?|addressstreet)|address(line)?1?|address1street)1?$/,
  houseNumber: /^(hausn(umme)?r|housenumber)$/,
  postalCode:
    /^((plz|postleitzahl)(geschaeftlich|privat|firma)?|(business|home|work|address1)?(postalcode|postcode|zip(code)?))1?$/,
  city: /^((ort|stadt|wohnort)(geschaeftlich|privat|firma)?|(business|home|work|address1)?(city|town))1?$/,
  country:
    /^((land(region)?|staat)(geschaeftlich|privat|firma)?|laender?(code|kennzeichen|kuerzel)?|(business|home|work|address1)?country(region|code)?)1?$/,
  kind: /^(art|typ|kundenart|kind|type)$/,
  vatId: /^(ust(id)?(n(umme)?r)?|umsatzsteueridentifikationsnummer|ustidentn(umme)?r|vat(id|number|no)?)$/,
  website: /^(web(seite|site|page)?|website1value|homepage|internet(adresse|seite)?|url)$/,
  paymentTermsDays: /^(zahlungsziel(intagen)?|zahlungsfrist|paymentterms?(days)?)$/,
  notes: /^(notiz(en)?|bemerkung(en)?|kommentar|notes?|comments?|memo)$/,
}

/** Twice as many as Outlook and Google export. */
export const maxColumns = 200

/** Guesses the field of each column by its name. If two match one field, the first wins. */
export function guessColumnMapping(columns: readonly string[]): (ClientField | '')[] {
  const names = columns.map(normalizeHeading)
  const nameTarget = fieldForName(names)
  const taken = new Set<ClientField>()
  return names.map((name) => {
    const found = namePattern.test(name)
      ? nameTarget
      : companyPattern.test(name)
        ? 'name'
        : clientFields.find((target) => target !== 'name' && !taken.has(target) && headingPatterns[target].test(name))
    if (!found || taken.has(found)) return ''
    taken.add(found)
    return found
  })
}

/** "Name" is the client's name. Beside a company column it is the contact's, and beside a first-name column the last name. */
function fieldForName(names: readonly string[]): ClientField {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(headingPatterns.firstName) && !has(headingPatterns.lastName)) return 'lastName'
  return has(companyPattern) ? 'contactName' : 'name'
}
