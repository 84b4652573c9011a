import { language, t } from './locale.ts'

const separators = () => (language === 'de' ? { thousands: '.', decimal: ',' } : { thousands: ',', decimal: '.' })

/** Returns digits with a decimal point, or null if the text is no number. Accepts the separators of both languages. */
export function parseDecimal(typed: string, maxDecimals: number): string | null {
  const { thousands, decimal } = separators()
  const text = typed.replace(/[\s\u202f€%]/g, '').replace(/[\u2212\u2013]/g, '-')
  // A thousands group never starts with zero: 0.250 is a quarter in both languages.
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(\\${thousands}\\d{3})+(\\${decimal}\\d*)?$`).test(text)
  const plain = (isGrouped ? text.replaceAll(thousands, '') : text).replace(/[.,](?=\d*$)/, '.')
  const form = new RegExp(`^-?\\d{1,12}(\\.\\d{0,${maxDecimals}})?$`)
  return form.test(plain) ? plain.replace(/\.$/, '') : null
}

/** The message for text that is no number (`notANumber`) or has too many decimals; undefined if it is valid. */
export function decimalError(
  typed: string,
  maxDecimals: keyof typeof t.decimals,
  notANumber: string,
): string | undefined {
  if (parseDecimal(typed, maxDecimals) !== null) return undefined
  return parseDecimal(typed, 12) === null ? notANumber : t.decimals[maxDecimals]
}

/** Cents of an amount typed in euros, without floating-point arithmetic; null if it is no number. */
export function parseCents(typed: string): number | null {
  const number = parseDecimal(typed, 2)
  if (number === null) return null
  const [euros = '', cents = ''] = number.replace('-', '').split('.')
  const amount = Number(euros + cents.padEnd(2, '0'))
  return number.startsWith('-') ? -amount : amount
}

/** A number as the value of an input: with the reader's decimal separator, without groups. */
export const formatDecimalInput = (value: number) => String(value).replace('.', separators().decimal)

export const formatCentsInput = (cents: number) => (cents / 100).toFixed(2).replace('.', separators().decimal)
