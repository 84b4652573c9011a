/**
 * The 16 German states (ISO 3166-2), followed by places with their own public holidays: Bavarian communities with a Catholic
 * majority (`KATH`), Augsburg (`A`), Catholic communities in Bautzen (`BZ`), the Eichsfeld (`EIC`), the Unstrut-Hainich-Kreis
 * (`UH`) and the Wartburgkreis (`WAK`).
 */
export const holidayRegions = [
  'DE-BW',
  'DE-BY',
  'DE-BY-KATH',
  'DE-BY-A',
  'DE-BE',
  'DE-BB',
  'DE-HB',
  'DE-HH',
  'DE-HE',
  'DE-MV',
  'DE-NI',
  'DE-NW',
  'DE-RP',
  'DE-SL',
  'DE-SN',
  'DE-SN-BZ',
  'DE-ST',
  'DE-SH',
  'DE-TH',
  'DE-TH-EIC',
  'DE-TH-UH',
  'DE-TH-WAK',
] as const
