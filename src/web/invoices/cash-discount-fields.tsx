import type { ChangeEvent } from 'react'
import { TextField } from '../ui/field.tsx'
import type { CashDiscount } from './draft.ts'
import { messages } from './invoices.messages.ts'
import { WarningNotices } from './warning-notices.tsx'
import type { Warning } from './warnings.ts'

interface CashDiscountFieldsProps {
  discount: CashDiscount
  errors: Record<string, string>
  warnings: readonly Warning[]
  onChange: (discount: CashDiscount) => void
  /** Called with the API name of a field when it loses focus. */
  onChecked: (name: string) => void
}

export function CashDiscountFields({ discount, errors, warnings, onChange, onChecked }: CashDiscountFieldsProps) {
  const field = (name: keyof CashDiscount) => ({
    value: discount[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...discount, [name]: currentTarget.value }),
    onBlur: () => onChecked(name),
    error: errors[name],
  })
  return (
    <>
      <TextField label={messages.discountPercent} inputMode="decimal" {...field('cashDiscountPercent')} />
      <TextField label={messages.discountDays} inputMode="numeric" {...field('cashDiscountDays')} />
      {warnings.length > 0 && (
        <div className="whole">
          <WarningNotices warnings={warnings} isBesideField />
        </div>
      )}
    </>
  )
}
