import { combineProblems, invalidField } from '#core/errors/problem'
import { isInEuropeanUnion } from '#core/text/countries'
import { isGermanVatRate } from '#features/billing/invoices/tax/tax-country'
import { padAccountNumber, resolveAccountNumber } from '#features/people/organizations/default-accounts'
import { normalizeExemptionReason } from '#features/people/organizations/exemption-reason'
import type { Accounting, RevenueAccount } from '#features/people/organizations/settings.type'

/** Default accounts of each chart, with four digits. Money and clearing accounts are in `default-accounts.ts`. */
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

export interface VatRate {
  taxCategory: string
  taxRate: number
  /** Whether seller and buyer are in the same country, where AE means § 13b UStG. */
  isDomestic: boolean
  /** The other country whose VAT this is; null for the seller's own. */
  taxCountry: string | null
  /** Reason for exemption; only set if an account depends on it. */
  exemptionReason?: string | null
}

/** Reverse charge within the country (§ 13b UStG); AE otherwise is a supply to another EU state. */
const isDomesticReverseCharge = ({ taxCategory, isDomestic }: VatRate) => taxCategory === 'AE' && isDomestic

const chartKey = (rate: VatRate): string => {
  if (isDomesticReverseCharge(rate)) return 'domesticAE'
  if (rate.taxCountry) return isInEuropeanUnion(rate.taxCountry) ? 'foreign' : 'unknown'
  return rate.taxCategory === 'S' ? `S${rate.taxRate}` : rate.taxCategory
}

export interface ChartOfAccounts {
  /** By payment method: cash, bank, or money in transit for cards and PayPal, which pay out later. */
  moneyAccount(method: string): string
  chargesAccount: string
  /** Clearing between debtors, received advances and revenue. Its balance is zero once everything is supplied. */
  advanceClearingAccount: string
  /** Clearing between the open items of a set-off. Its balance is zero. */
  setOffClearingAccount: string
  /** Null if neither the settings nor the chart have one. */
  revenueAccount(rate: VatRate): { account: string; taxKey: string | null } | null
  discountAccount(rate: VatRate): string
  /** Of advances received. Null as for revenue. */
  advanceAccount(rate: VatRate): string | null
  debtorAccount(number: number): string
  /** Whether an account depends on the exemption reason. */
  dependsOnExemptionReason: boolean
}

/** Without a country, an entry applies to VAT of another country only if Germany does not have its rate. */
function appliesTo(entry: RevenueAccount, rate: VatRate): boolean {
  const country = entry.country ?? null
  const taxRate = entry.taxRate ?? null
  return (
    entry.taxCategory === rate.taxCategory &&
    (entry.domestic ?? false) === isDomesticReverseCharge(rate) &&
    (taxRate === null || taxRate === rate.taxRate) &&
    (country === rate.taxCountry || (country === null && taxRate !== null && !isGermanVatRate(taxRate))) &&
    (!entry.exemptionReason || includesReason(rate.exemptionReason ?? '', entry.exemptionReason))
  )
}

/** Orders matching accounts: the longest reason outweighs the rate, the rate outweighs the country. */
const specificity = ({ exemptionReason, taxRate, country }: RevenueAccount) =>
  4 * normalizeExemptionReason(exemptionReason ?? '').length +
  2 * Number((taxRate ?? null) !== null) +
  Number((country ?? null) !== null)

const includesReason = (reason: string, words: string) =>
  normalizeExemptionReason(reason).includes(normalizeExemptionReason(words))

/** Merges the settings with the chart's defaults, padded to the account length of the settings. */
export function createChartOfAccounts(settings: Accounting, smallBusiness: boolean): ChartOfAccounts {
  const chart = charts[(settings.chart ?? 'SKR03') as keyof typeof charts]
  const length = settings.accountLength ?? 4
  const long = (account: string) => padAccountNumber(account, settings)
  const entries = settings.accounts ?? []
  const configured = (rate: VatRate): RevenueAccount | undefined =>
    entries.filter((entry) => appliesTo(entry, rate)).sort((a, b) => specificity(b) - specificity(a))[0]
  const defaultAccount = (rate: VatRate): string | undefined => {
    if (rate.taxCategory === 'E' && smallBusiness) return chart.revenue.small
    return (chart.revenue as Readonly<Record<string, string>>)[chartKey(rate)]
  }
  return {
    moneyAccount(method) {
      if (method === 'cash') return resolveAccountNumber(settings, 'cashAccount')
      if (method === 'card' || method === 'paypal') return resolveAccountNumber(settings, 'transitAccount')
      return resolveAccountNumber(settings, 'bankAccount')
    },
    chargesAccount: long(chart.charges),
    revenueAccount(rate) {
      const entry = configured(rate)
      if (entry) return { account: long(entry.account), taxKey: entry.taxKey ?? null }
      const account = defaultAccount(rate)
      return account ? { account: long(account), taxKey: null } : null
    },
    discountAccount(rate) {
      return long((chart.discount as Readonly<Record<string, string>>)[chartKey(rate)] ?? chart.discount.other)
    },
    advanceClearingAccount: resolveAccountNumber(settings, 'advanceClearingAccount'),
    setOffClearingAccount: resolveAccountNumber(settings, 'setOffClearingAccount'),
    advanceAccount(rate) {
      const { advanceAccount } = configured(rate) ?? {}
      if (advanceAccount) return long(advanceAccount)
      const { other, ...taxed } = chart.advance
      // The chart has accounts for taxed advances at German rates only.
      const isGerman = rate.taxCategory === 'S' && !rate.taxCountry
      const account = isGerman ? (taxed as Readonly<Record<string, string>>)[`S${rate.taxRate}`] : other
      return account ? long(account) : null
    },
    dependsOnExemptionReason: entries.some(({ exemptionReason }) => exemptionReason),
    debtorAccount: (number) => String(number).padEnd(length + 1, '0'),
  }
}

/** `isAdvance`: some of it is received before its supply. */
export interface BookedVatRate extends VatRate {
  isAdvance: boolean
}

/** Throws 422 naming every setting that the DATEV export lacks. */
export function assertDatevSettings(settings: Accounting, accounts: ChartOfAccounts, rates: readonly BookedVatRate[]) {
  const missing = (['datevConsultantNumber', 'datevClientNumber', 'chart'] as const).filter((name) => !settings[name])
  const without = rates.filter((rate) => !accounts.revenueAccount(rate))
  const early = rates.filter((rate) => rate.isAdvance && !accounts.advanceAccount(rate))
  const problem = combineProblems([
    ...missing.map((name) =>
      invalidField(`accounting.${name}`, {
        de: 'fehlt: ohne diese Einstellung gibt es keinen Export nach DATEV',
        en: 'is missing: there is no export to DATEV without this setting',
      }),
    ),
    ...without.map(({ taxCategory, taxRate, taxCountry }) =>
      invalidField('accounting.accounts', {
        de: `nennt kein Erlöskonto für ${taxCategory} mit ${taxRate}\u00a0%${taxCountry ? ` (${taxCountry})` : ''}`,
        en: `names no revenue account for ${taxCategory} at ${taxRate}%${taxCountry ? ` (${taxCountry})` : ''}`,
      }),
    ),
    ...early.map(({ taxRate }) =>
      invalidField('accounting.accounts', {
        de: `nennt kein Konto für erhaltene Anzahlungen mit ${taxRate}\u00a0%`,
        en: `names no account of advances received at ${taxRate}%`,
      }),
    ),
  ])
  if (problem) throw problem
}
