import { normalize } from './characters.ts'

/** Abbreviations with a dot that look like hosts but appear in names. */
const abbreviations = new Set(
  (
    'ag arch biol chem co dent dipl dr ed eng gmbh habil hon ing inf iur jr jur kfm kg kgaa ltd mag math med mr mrs ms nat oec ' +
    'oek pharm ph phil phys pol prof psych rer sc soc sr st techn theol univ vet wirt'
  ).split(' '),
)

/** Those that are top-level domains and end no title: `phil.co` is a host. */
const domains = new Set(['ag', 'co', 'gmbh', 'ltd', 'mr', 'ms', 'ph', 'sr', 'st', 'vet'])

const isAbbreviation = (label: string) => /^-?.$/u.test(label) || abbreviations.has(label.replace('-', ''))

/** True for titles such as `Dr.med` or `Co.KG`. */
function isTitle(host: string): boolean {
  const labels = host.split('.')
  const isNumber = labels.length === 4 && labels.every((label) => /^\d+$/.test(label))
  return !isNumber && labels.every(isAbbreviation) && !domains.has(labels.at(-1) ?? '')
}

/** Full stops of other scripts that browsers treat as dots (UTS 46 §2.3); NFKC converts the others. */
const idnaDots = /[\u3002\uff0e\uff61]/g

/**
 * True if a mail client might show a link: a URL, an email address or a bare host, also if disguised by other scripts, dots or
 * invisible characters. Titles such as `M.Sc.` and `Dr.med.` are allowed.
 */
export function containsWebAddress(text: string): boolean {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(idnaDots, '.')
  const plain = normalize(seen, 'NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
  if (/@|\/\/|\\\\|\b(?:https?|ftp|mailto|tel|sms|data|javascript|file):/u.test(plain)) return true
  const hosts = plain.matchAll(
    /(?<![\p{L}\p{M}\p{N}_-])([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+)\.?([/:?#])?/gu,
  )
  return [...hosts].some(([, host = '', path]) => path !== undefined || !isTitle(host))
}
