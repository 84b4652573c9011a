import { language, words } from './words.ts'

/** How the reader's language parts thousands and decimals. */
const signs = () => (language === 'de' ? { thousands: '.', decimal: ',' } : { thousands: ',', decimal: '.' })

/** A figure as somebody types it, as digits with a point; null where it is none. The sign of the other language is understood too. */
export function readFigure(typed: string, mostDecimals: number): string | null {
  const { thousands, decimal } = signs()
  const text = typed.replace(/[\s\u202f€%]/g, '').replace(/[\u2212\u2013]/g, '-')
  // A group of thousands begins with no zero: 0.250 is a quarter in either language.
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(\\${thousands}\\d{3})+(\\${decimal}\\d*)?$`).test(text)
  const plain = (isGrouped ? text.replaceAll(thousands, '') : text).replace(/[.,](?=\d*$)/, '.')
  const form = new RegExp(`^-?\\d{1,12}(\\.\\d{0,${mostDecimals}})?$`)
  return form.test(plain) ? plain.replace(/\.$/, '') : null
}

/** Why a figure cannot be read, in words: what it is to be, or that it has too many decimals. */
export function unread(typed: string, mostDecimals: keyof typeof words.decimals, none: string): string | undefined {
  if (readFigure(typed, mostDecimals) !== null) return undefined
  return readFigure(typed, 12) === null ? none : words.decimals[mostDecimals]
}

/** Cents of what somebody types as euros, without a detour over fractions; null where it is none. */
export function readCents(typed: string): number | null {
  const figure = readFigure(typed, 2)
  if (figure === null) return null
  const [euros = '', cents = ''] = figure.replace('-', '').split('.')
  const amount = Number(euros + cents.padEnd(2, '0'))
  return figure.startsWith('-') ? -amount : amount
}

/** A figure as it stands in a field: as the reader writes it, without groups. */
export const fieldFigure = (figure: number) => String(figure).replace('.', signs().decimal)

export const fieldCents = (cents: number) => (cents / 100).toFixed(2).replace('.', signs().decimal)
