/**
 * The sixteen states of Germany, ISO 3166-2, and behind theirs the places with public holidays of their own: communities of Bavaria
 * with more Catholics than Protestants (`KATH`), Augsburg (`A`), Catholic communities of Bautzen (`BZ`), the Eichsfeld (`EIC`),
 * and Catholic communities of the Unstrut-Hainich-Kreis (`UH`) and the Wartburgkreis (`WAK`).
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
