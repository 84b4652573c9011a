import { allOf, invalid } from '#core/errors/problem'
import type { Accounting, RevenueAccount } from '#features/people/organizations/settings.type'

/** The accounts of a chart that take what the settings do not say otherwise, with four digits. */
const charts = {
  SKR03: {
    bank: '1200',
    cash: '1000',
    transit: '1360',
    charges: '2700',
    revenue: {
      S19: '8400',
      S7: '8300',
      AE: '8336',
      O: '8338',
      K: '8125',
      G: '8120',
      E: '8100',
      Z: '8290',
      small: '8195',
    },
    discount: { S19: '8736', S7: '8731', AE: '8742', K: '8743', other: '8730' },
    advance: { S19: '1718', S7: '1711', other: '1710' },
    clearing: '1593',
  },
  SKR04: {
    bank: '1800',
    cash: '1600',
    transit: '1460',
    charges: '4830',
    revenue: {
      S19: '4400',
      S7: '4300',
      AE: '4336',
      O: '4338',
      K: '4125',
      G: '4120',
      E: '4100',
      Z: '4290',
      small: '4185',
    },
    discount: { S19: '4736', S7: '4731', AE: '4742', K: '4743', other: '4730' },
    advance: { S19: '3272', S7: '3260', other: '3250' },
    clearing: '1495',
  },
} as const

/** A category and rate of VAT. */
export interface Rate {
  taxCategory: string
  taxRate: number
}

/** Which account takes what. */
export interface Accounts {
  /** What money came to: cash, the bank, or for cards and PayPal, which pay out later, money in transit. */
  money(method: string): string
  charges: string
  /** Between debtors, advances received and revenue: nothing is left on it of what has been supplied. */
  clearing: string
  /** Null where the settings name none, and the chart has none. */
  revenue(rate: Rate): { account: string; taxKey: string | null } | null
  discount(rate: Rate): string
  /** Of advances received. Null as for revenue. */
  advance(rate: Rate): string | null
  debtor(number: number): string
}

/** The accounts by chart and setting. Numbers of four digits are as long as the settings say: zeros follow, as DATEV has it. */
export function accountsOf(settings: Accounting, smallBusiness: boolean): Accounts {
  const chart = charts[(settings.chart ?? 'SKR03') as keyof typeof charts]
  const length = settings.accountLength ?? 4
  const long = (account: string) => account.padEnd(length, '0')
  const own = settings.accounts ?? []
  const named = ({ taxCategory, taxRate }: Rate): RevenueAccount | undefined =>
    own.find((entry) => entry.taxCategory === taxCategory && entry.taxRate === taxRate) ??
    own.find((entry) => entry.taxCategory === taxCategory && (entry.taxRate ?? null) === null)
  const usual = ({ taxCategory, taxRate }: Rate): string | undefined => {
    if (taxCategory === 'E' && smallBusiness) return chart.revenue.small
    const key = taxCategory === 'S' ? `S${taxRate}` : taxCategory
    return (chart.revenue as Readonly<Record<string, string>>)[key]
  }
  return {
    money(method) {
      if (method === 'cash') return long(settings.cashAccount ?? chart.cash)
      if (method === 'card' || method === 'paypal') return long(settings.transitAccount ?? chart.transit)
      return long(settings.bankAccount ?? chart.bank)
    },
    charges: long(chart.charges),
    revenue(rate) {
      const entry = named(rate)
      if (entry) return { account: long(entry.account), taxKey: entry.taxKey ?? null }
      const account = usual(rate)
      return account ? { account: long(account), taxKey: null } : null
    },
    discount({ taxCategory, taxRate }) {
      const key = taxCategory === 'S' ? `S${taxRate}` : taxCategory
      return long((chart.discount as Readonly<Record<string, string>>)[key] ?? chart.discount.other)
    },
    clearing: long(settings.advanceClearingAccount ?? chart.clearing),
    advance(rate) {
      const { advanceAccount } = named(rate) ?? {}
      if (advanceAccount) return long(advanceAccount)
      const { other, ...taxed } = chart.advance
      const account = rate.taxCategory === 'S' ? (taxed as Readonly<Record<string, string>>)[`S${rate.taxRate}`] : other
      return account ? long(account) : null
    },
    debtor: (number) => String(number).padEnd(length + 1, '0'),
  }
}

/** A rate of what is exported, and whether anything of it is received before its supply. */
export interface BookedRate extends Rate {
  isAdvance: boolean
}

/** 422 naming every setting that an export to DATEV lacks. */
export function assertComplete(settings: Accounting, accounts: Accounts, rates: readonly BookedRate[]) {
  const missing = (['datevConsultantNumber', 'datevClientNumber', 'chart'] as const).filter((name) => !settings[name])
  const without = rates.filter((rate) => !accounts.revenue(rate))
  const early = rates.filter((rate) => rate.isAdvance && !accounts.advance(rate))
  const problem = allOf([
    ...missing.map((name) =>
      invalid(`accounting.${name}`, {
        de: 'fehlt: ohne diese Einstellung gibt es keinen Export nach DATEV',
        en: 'is missing: there is no export to DATEV without this setting',
      }),
    ),
    ...without.map(({ taxCategory, taxRate }) =>
      invalid('accounting.accounts', {
        de: `nennt kein Erlöskonto für ${taxCategory} mit ${taxRate}\u00a0%`,
        en: `names no revenue account for ${taxCategory} at ${taxRate}%`,
      }),
    ),
    ...early.map(({ taxRate }) =>
      invalid('accounting.accounts', {
        de: `nennt kein Konto für erhaltene Anzahlungen mit ${taxRate}\u00a0%`,
        en: `names no account of advances received at ${taxRate}%`,
      }),
    ),
  ])
  if (problem) throw problem
}
