import type { ChartOfAccounts } from './accounts.ts'

/** Days, both inclusive. */
export interface Period {
  from: string
  to: string
}

export interface BookkeepingSettings {
  organizationId: string
  accounts: ChartOfAccounts
  /** `accrual` books revenue on the document's day, `cash` on the payment's. */
  vatAccounting: string
  /** Whether payments and cash discounts are exported too. Tax advisers who import bank statements have them already. */
  exportPayments: boolean
}
