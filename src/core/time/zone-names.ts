/** Names in `Intl` by the current names of the tz database. */
const former: Readonly<Record<string, string>> = {
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
const current = new Map(Object.entries(former).map(([name, old]) => [old, name]))

const today = (zone: string) => current.get(zone) ?? zone

/** The current tz database name of a zone or link; unknown names stay unchanged. */
export function canonicalZone(zone: string): string {
  try {
    return today(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone)
  } catch {
    return zone
  }
}

/** Labels contain former names, so that they can be found. */
export const timeZoneChoices: readonly { name: string; label: string }[] = [
  ...new Set(Intl.supportedValuesOf('timeZone').map(today)),
]
  .sort()
  .map((name) => ({ name, label: (former[name] ? `${name} (${former[name]})` : name).replaceAll('_', ' ') }))
