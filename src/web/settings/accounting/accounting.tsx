import '../documents/documents.css'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { decimalError, formatDecimalInput, parseDecimal } from '../../i18n/parse.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import {
  type FieldErrors,
  getText,
  type Organization,
  type OrganizationInput,
  SettingsForm,
} from '../documents/settings-form.tsx'
import { pages } from '../settings.messages.ts'
import { messages } from './accounting.messages.ts'

const accountingFields = {
  datev: ['datevConsultantNumber', 'datevClientNumber', 'fiscalYearStart'],
  money: ['bankAccount', 'cashAccount', 'transitAccount', 'advanceClearingAccount', 'setOffClearingAccount'],
} as const
type MoneyAccount = (typeof accountingFields.money)[number]
const isMoneyAccount = (name: string): name is MoneyAccount => accountingFields.money.some((each) => each === name)

const conditionFields = ['country', 'exemptionReason'] as const
const accountFields = ['account', 'taxKey', 'advanceAccount'] as const

/** Settings for the accounting export. */
export const AccountingSettings = () => (
  <Page
    title={pages.accounting.title}
    about={pages.accounting.about}
    action={
      <Link to="/settings/export" className="button">
        {messages.toExport}
      </Link>
    }
  >
    <SettingsForm parse={parseForm}>
      {({ organization, errors }) => <AccountingFields organization={organization} errors={errors} />}
    </SettingsForm>
  </Page>
)

type SavedAccounting = Organization['accounting']

function AccountingFields({
  organization: { accounting, chartAccounts },
  errors,
}: {
  organization: Organization
  errors: FieldErrors
}) {
  const [chart, setChart] = useState(accounting.chart ?? 'SKR03')
  const defaults = chartAccounts.find((each) => each.chart === chart)
  const field = (name: (typeof accountingFields)[keyof typeof accountingFields][number]) => (
    <TextField
      key={name}
      label={messages[name]}
      hint={name in messages.hints ? messages.hints[name] : undefined}
      name={`accounting.${name}`}
      inputMode={name === 'fiscalYearStart' ? undefined : 'numeric'}
      placeholder={isMoneyAccount(name) ? defaults?.[name] : undefined}
      defaultValue={accounting[name] ?? ''}
      error={errors[`accounting.${name}`]}
    />
  )
  return (
    <>
      <section className="group" aria-labelledby="datev">
        <h2 id="datev">{messages.parts.datev}</h2>
        <div className="row">
          <SelectField
            label={messages.chart}
            name="accounting.chart"
            options={{ SKR03: 'SKR03', SKR04: 'SKR04' }}
            value={chart}
            onChange={({ currentTarget }) => setChart(currentTarget.value)}
            error={errors['accounting.chart']}
          />
          <SelectField
            label={messages.accountLength}
            name="accounting.accountLength"
            options={Object.fromEntries([4, 5, 6, 7, 8].map((length) => [length, String(length)]))}
            defaultValue={accounting.accountLength ?? 4}
            error={errors['accounting.accountLength']}
          />
          {accountingFields.datev.map(field)}
        </div>
        <Checkbox
          label={messages.exportPayments}
          hint={messages.exportPaymentsHint}
          name="exportPayments"
          defaultChecked={accounting.exportPayments ?? false}
        />
        <Checkbox
          label={messages.lockBatch}
          hint={messages.lockBatchHint}
          name="lockBatch"
          defaultChecked={accounting.lockBatch ?? false}
        />
      </section>
      <section className="group" aria-labelledby="money">
        <h2 id="money">{messages.parts.money}</h2>
        <p className="quiet">{messages.moneyText}</p>
        <div className="row">{accountingFields.money.map(field)}</div>
      </section>
      <RevenueAccounts accounting={accounting} errors={errors} />
    </>
  )
}

/** Domestic reverse charge. It has a choice of its own here, but is AE in the API. */
const domesticReverseCharge = 'AE-domestic'

/** Revenue accounts that differ from the chart of accounts. */
function RevenueAccounts({ accounting, errors }: { accounting: SavedAccounting; errors: FieldErrors }) {
  const [rows, setRows] = useState(() =>
    (accounting.accounts ?? []).map((account, key) => ({ key, account: account as Partial<typeof account> })),
  )
  const add = () => setRows([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, account: {} }])
  return (
    <section className="group" aria-labelledby="revenue">
      <h2 id="revenue">{messages.parts.revenue}</h2>
      <p className="quiet">{messages.revenueText}</p>
      {rows.map(({ key, account }, index) => {
        const at = (name: string) => `accounting.accounts.${index}.${name}`
        return (
          <fieldset className="entry" key={key}>
            <legend className="unseen">{messages.row(index + 1)}</legend>
            <SelectField
              label={messages.taxCategory}
              name={at('taxCategory')}
              options={messages.taxCategories}
              defaultValue={account.domestic ? domesticReverseCharge : (account.taxCategory ?? 'S')}
              error={errors[at('taxCategory')]}
            />
            <TextField
              label={messages.taxRate}
              name={at('taxRate')}
              inputMode="decimal"
              placeholder={messages.every}
              defaultValue={typeof account.taxRate === 'number' ? formatDecimalInput(account.taxRate) : ''}
              error={errors[at('taxRate')]}
            />
            {conditionFields.map((name) => (
              <TextField
                key={name}
                label={messages[name]}
                name={at(name)}
                defaultValue={account[name] ?? ''}
                error={errors[at(name)]}
              />
            ))}
            {accountFields.map((name) => (
              <TextField
                key={name}
                label={messages[name]}
                name={at(name)}
                inputMode="numeric"
                required={name === 'account'}
                defaultValue={account[name] ?? ''}
                error={errors[at(name)]}
              />
            ))}
            <Button
              variant={['plain', 'danger']}
              aria-label={messages.removeRow(index + 1)}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              {messages.remove}
            </Button>
          </fieldset>
        )
      })}
      <div className="actions">
        <Button variant="small" onClick={add}>
          <Plus size={16} aria-hidden />
          {messages.add}
        </Button>
      </div>
    </section>
  )
}

function parseForm(filled: FormData): OrganizationInput | { errors: FieldErrors } {
  const errors: Record<string, string> = {}
  const text = (name: string) => getText(filled, `accounting.${name}`)
  const accounts = []
  for (let index = 0; filled.has(`accounting.accounts.${index}.taxCategory`); index++) {
    const at = (name: string) => `accounts.${index}.${name}`
    const rate = text(at('taxRate'))
    const figure = rate === null ? null : parseDecimal(rate, 2)
    const unreadRate = rate === null ? undefined : decimalError(rate, 2, messages.noRate)
    if (unreadRate) errors[`accounting.${at('taxRate')}`] = unreadRate
    const kind = text(at('taxCategory')) ?? 'S'
    const isDomestic = kind === domesticReverseCharge
    accounts.push({
      taxCategory: isDomestic ? 'AE' : kind,
      domestic: isDomestic || null,
      taxRate: figure === null ? null : Number(figure),
      country: text(at('country'))?.toUpperCase() ?? null,
      exemptionReason: text(at('exemptionReason')),
      account: text(at('account')) ?? '',
      taxKey: text(at('taxKey')),
      advanceAccount: text(at('advanceAccount')),
    })
  }
  if (Object.keys(errors).length > 0) return { errors }
  const names = [...accountingFields.datev, ...accountingFields.money]
  return {
    accounting: {
      chart: text('chart'),
      accountLength: Number(text('accountLength')),
      ...Object.fromEntries(names.map((name) => [name, text(name)])),
      exportPayments: filled.has('exportPayments'),
      lockBatch: filled.has('lockBatch'),
      accounts,
    },
  }
}
