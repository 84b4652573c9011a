import { allOf, invalid } from '#core/errors/problem'
import { isInEuropeanUnion } from '#core/text/countries'
import { isGermanRate } from '#features/billing/invoices/tax-place'
import { padAccount, resolveAccount } from '#features/people/organizations/chart-accounts'
import { wordsOfReason } from '#features/people/organizations/exemption-reason'
import type { Accounting, RevenueAccount } from '#features/people/organizations/settings.type'

/** The accounts of a chart that take what the settings do not say otherwise, with four digits; those of money are in `chart-accounts.ts`. */
const charts = {
  SKR03: {
    charges: '2700',
    revenue: {
      S19: '8400',
      S7: '8300',
      foreign: '8320',
      AE: '8336',
      domesticAE: '8337',
      O: '8338',
      K: '8125',
      G: '8120',
      E: '8100',
      Z: '8290',
      small: '8195',
    },
    discount: { S19: '8736', S7: '8731', AE: '8742', domesticAE: '8741', K: '8743', other: '8730' },
    advance: { S19: '1718', S7: '1711', other: '1710' },
  },
  SKR04: {
    charges: '4830',
    revenue: {
      S19: '4400',
      S7: '4300',
      foreign: '4320',
      AE: '4336',
      domesticAE: '4337',
      O: '4338',
      K: '4125',
      G: '4120',
      E: '4100',
      Z: '4290',
      small: '4185',
    },
    discount: { S19: '4736', S7: '4731', AE: '4742', domesticAE: '4741', K: '4743', other: '4730' },
    advance: { S19: '3272', S7: '3260', other: '3250' },
  },
} as const

/** A category and rate of VAT. */
export interface Rate {
  taxCategory: string
  taxRate: number
  /** Whether seller and buyer are in one country, where AE is § 13b UStG. */
  isDomestic: boolean
  /** The other country whose VAT this is; null for the seller's own. */
  taxCountry: string | null
  /** Why no VAT is charged, where an account asks for it. */
  exemptionReason?: string | null
}

/** Reverse charge within the country (§ 13b UStG), which is no supply to another state. */
const isDomesticReverseCharge = ({ taxCategory, isDomestic }: Rate) => taxCategory === 'AE' && isDomestic

/** The key of the chart's accounts. */
const keyOf = (rate: Rate): string => {
  if (isDomesticReverseCharge(rate)) return 'domesticAE'
  if (rate.taxCountry) return isInEuropeanUnion(rate.taxCountry) ? 'foreign' : 'unknown'
  return rate.taxCategory === 'S' ? `S${rate.taxRate}` : rate.taxCategory
}

/** Which account takes what. */
export interface Accounts {
  /** What money came to: cash, the bank, or for cards and PayPal, which pay out later, money in transit. */
  money(method: string): string
  charges: string
  /** Between debtors, advances received and revenue: nothing is left on it of what has been supplied. */
  clearing: string
  /** Between the open items of a set-off: nothing is left on it. */
  setOff: string
  /** Null where the settings name none, and the chart has none. */
  revenue(rate: Rate): { account: string; taxKey: string | null } | null
  discount(rate: Rate): string
  /** Of advances received. Null as for revenue. */
  advance(rate: Rate): string | null
  debtor(number: number): string
  /** Whether an account depends on why no VAT is charged. */
  byReason: boolean
}

/**
 * Whether an account of the settings takes what is at a rate. One without a country takes VAT of another country only where it is for a rate
 * that Germany does not have.
 */
function takes(entry: RevenueAccount, rate: Rate): boolean {
  const country = entry.country ?? null
  const taxRate = entry.taxRate ?? null
  return (
    entry.taxCategory === rate.taxCategory &&
    (entry.domestic ?? false) === isDomesticReverseCharge(rate) &&
    (taxRate === null || taxRate === rate.taxRate) &&
    (country === rate.taxCountry || (country === null && taxRate !== null && !isGermanRate(taxRate))) &&
    (!entry.exemptionReason || hasWords(rate.exemptionReason ?? '', entry.exemptionReason))
  )
}

/** How much an account says of what it takes: the longest reason before the rate, the rate before the country. */
const nearness = ({ exemptionReason, taxRate, country }: RevenueAccount) =>
  4 * wordsOfReason(exemptionReason ?? '').length +
  2 * Number((taxRate ?? null) !== null) +
  Number((country ?? null) !== null)

/** Whether a reason has the words of another. */
const hasWords = (reason: string, words: string) => wordsOfReason(reason).includes(wordsOfReason(words))

/** The accounts by chart and setting. Numbers of four digits are as long as the settings say: zeros follow, as DATEV has it. */
export function accountsOf(settings: Accounting, smallBusiness: boolean): Accounts {
  const chart = charts[(settings.chart ?? 'SKR03') as keyof typeof charts]
  const length = settings.accountLength ?? 4
  const long = (account: string) => padAccount(account, settings)
  const own = settings.accounts ?? []
  const named = (rate: Rate): RevenueAccount | undefined =>
    own.filter((entry) => takes(entry, rate)).sort((a, b) => nearness(b) - nearness(a))[0]
  const usual = (rate: Rate): string | undefined => {
    if (rate.taxCategory === 'E' && smallBusiness) return chart.revenue.small
    return (chart.revenue as Readonly<Record<string, string>>)[keyOf(rate)]
  }
  return {
    money(method) {
      if (method === 'cash') return resolveAccount(settings, 'cashAccount')
      if (method === 'card' || method === 'paypal') return resolveAccount(settings, 'transitAccount')
      return resolveAccount(settings, 'bankAccount')
    },
    charges: long(chart.charges),
    revenue(rate) {
      const entry = named(rate)
      if (entry) return { account: long(entry.account), taxKey: entry.taxKey ?? null }
      const account = usual(rate)
      return account ? { account: long(account), taxKey: null } : null
    },
    discount(rate) {
      return long((chart.discount as Readonly<Record<string, string>>)[keyOf(rate)] ?? chart.discount.other)
    },
    clearing: resolveAccount(settings, 'advanceClearingAccount'),
    setOff: resolveAccount(settings, 'setOffClearingAccount'),
    advance(rate) {
      const { advanceAccount } = named(rate) ?? {}
      if (advanceAccount) return long(advanceAccount)
      const { other, ...taxed } = chart.advance
      // The chart has accounts of taxed advances for German rates alone.
      const isGerman = rate.taxCategory === 'S' && !rate.taxCountry
      const account = isGerman ? (taxed as Readonly<Record<string, string>>)[`S${rate.taxRate}`] : other
      return account ? long(account) : null
    },
    byReason: own.some(({ exemptionReason }) => exemptionReason),
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
    ...without.map(({ taxCategory, taxRate, taxCountry }) =>
      invalid('accounting.accounts', {
        de: `nennt kein Erlöskonto für ${taxCategory} mit ${taxRate}\u00a0%${taxCountry ? ` (${taxCountry})` : ''}`,
        en: `names no revenue account for ${taxCategory} at ${taxRate}%${taxCountry ? ` (${taxCountry})` : ''}`,
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
