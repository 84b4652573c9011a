import type { Accounting } from './settings.type.ts'

/** Accounts that money and clearings stand on, by the chart, with four digits. */
const usual = {
  SKR03: {
    bankAccount: '1200',
    cashAccount: '1000',
    transitAccount: '1360',
    advanceClearingAccount: '1593',
    setOffClearingAccount: '1792',
  },
  SKR04: {
    bankAccount: '1800',
    cashAccount: '1600',
    transitAccount: '1460',
    advanceClearingAccount: '1495',
    setOffClearingAccount: '3630',
  },
} as const

type Name = keyof (typeof usual)['SKR03']
export const namedAccounts = Object.keys(usual.SKR03) as readonly Name[]

/** A number as long as the settings say: zeros follow, as DATEV has it. */
export const inFullLength = (account: string, { accountLength }: Pick<Accounting, 'accountLength'>) =>
  account.padEnd(accountLength ?? 4, '0')

/** The account of the settings, else of the chart. */
export const accountNamed = (settings: Accounting, name: Name): string =>
  inFullLength(settings[name] ?? usual[settings.chart === 'SKR04' ? 'SKR04' : 'SKR03'][name], settings)
