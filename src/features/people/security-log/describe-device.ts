const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Describes a User-Agent as `Firefox, Windows`. Unknown ones are truncated. */
export function describeDevice(userAgent: string): string {
  const found = [browsers, systems].flatMap((known) => known.find(([, form]) => form.test(userAgent))?.[0] ?? [])
  return found.join(', ') || userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 60) || '–'
}
