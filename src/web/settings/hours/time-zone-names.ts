// Duplicates `core/time/zone-names.ts`, which the app may not import. A test compares both.
/** Names used by `Intl`, by their current name in the tz database. */
const formerNames: Readonly<Record<string, string>> = {
  'Africa/Asmara': 'Africa/Asmera',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Indiana/Indianapolis': 'America/Indianapolis',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
}
const currentNames = new Map(Object.entries(formerNames).map(([name, old]) => [old, name]))

const toCurrentName = (zone: string) => currentNames.get(zone) ?? zone

/** The current tz database name of a zone or alias. Unknown names are returned unchanged. */
export function canonicalZone(zone: string): string {
  try {
    return toCurrentName(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone)
  } catch {
    return zone
  }
}

/** All zones, searchable by their former names too. */
export const zoneChoices: readonly { name: string; label: string }[] = [
  ...new Set(Intl.supportedValuesOf('timeZone').map(toCurrentName)),
]
  .sort()
  .map((name) => ({ name, label: (formerNames[name] ? `${name} (${formerNames[name]})` : name).replaceAll('_', ' ') }))
