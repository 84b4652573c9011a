import { Field, ObjectType } from 'type-graphql'
import type { Accounting } from './settings.type.ts'

/** Default accounts of a chart, with four digits. */
@ObjectType('ChartAccounts', { simpleResolvers: true, description: 'Default accounts of a chart, with four digits.' })
export class DefaultAccounts {
  @Field(() => String, { description: 'The chart: `SKR03` or `SKR04`.' })
  chart!: string

  @Field(() => String, { description: 'Bank.' })
  bankAccount!: string

  @Field(() => String, { description: 'Payments in cash.' })
  cashAccount!: string

  @Field(() => String, { description: 'Payments by card or PayPal until they are paid out.' })
  transitAccount!: string

  @Field(() => String, { description: 'Clearing of advance invoices and received advances.' })
  advanceClearingAccount!: string

  @Field(() => String, { description: 'Clearing between the open items of a set-off.' })
  setOffClearingAccount!: string
}

export const defaultAccounts: readonly [DefaultAccounts, ...DefaultAccounts[]] = [
  {
    chart: 'SKR03',
    bankAccount: '1200',
    cashAccount: '1000',
    transitAccount: '1360',
    advanceClearingAccount: '1593',
    setOffClearingAccount: '1792',
  },
  {
    chart: 'SKR04',
    bankAccount: '1800',
    cashAccount: '1600',
    transitAccount: '1460',
    advanceClearingAccount: '1495',
    setOffClearingAccount: '3630',
  },
]

type AccountSetting = Exclude<keyof DefaultAccounts, 'chart'>
export const accountSettingNames: readonly AccountSetting[] = [
  'bankAccount',
  'cashAccount',
  'transitAccount',
  'advanceClearingAccount',
  'setOffClearingAccount',
]

/** An account number as long as the settings say: DATEV appends zeros. */
export const padAccountNumber = (account: string, { accountLength }: Pick<Accounting, 'accountLength'>) =>
  account.padEnd(accountLength ?? 4, '0')

/** The account in the settings, else the default of their chart (SKR03 if unset). */
export function resolveAccountNumber(settings: Accounting, name: AccountSetting): string {
  const defaults = defaultAccounts.find(({ chart }) => chart === settings.chart) ?? defaultAccounts[0]
  return padAccountNumber(settings[name] ?? defaults[name], settings)
}
