import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { formatMoney } from '../i18n/format.ts'
import { t } from '../i18n/locale.ts'
import { formatDecimalInput, parseDecimal } from '../i18n/parse.ts'
import { Button } from '../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { DraftLine } from './draft.ts'
import { messages } from './invoices.messages.ts'
import { WarningNotices } from './warning-notices.tsx'
import type { Warning } from './warnings.ts'

interface LineFieldsProps {
  line: DraftLine
  index: number
  count: number
  errors: Record<string, string>
  net: number | undefined
  exemption: string | null | undefined
  warnings: readonly Warning[]
  isFirst: boolean
  onChange: (changed: Partial<DraftLine>) => void
  /** Called with the API name of a field when it loses focus. */
  onChecked: (name: string) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

const standardTaxRates = ['19', '7', '0']

/** § 12 Abs. 3 UStG: a rate of zero, not an exemption. */
const zeroRatedCategory = 'Z'

export function LineFields({ line, index, count, errors, net, exemption, warnings, ...given }: LineFieldsProps) {
  const { isFirst, onChange, onChecked, onMove, onRemove } = given
  const at = (name: string) => errors[`lineItems.${index}.${name}`]
  const number = index + 1
  const isUntaxed = Number(parseDecimal(line.taxRate, 2)) === 0
  const isZeroRated = isUntaxed && line.kept.taxCategory === 'Z'
  const needsReason = isUntaxed && Boolean(at('taxRate'))
  return (
    <fieldset className="line part">
      <legend className="unseen">{messages.line(number)}</legend>
      <div className="what">
        <TextAreaField
          label={messages.description}
          rows={1}
          required
          maxLength={1000}
          value={line.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          autoFocus={isFirst}
          error={at('description')}
        />
      </div>
      <div className="figures">
        <TextField
          label={messages.quantity}
          inputMode="decimal"
          required
          value={line.quantity}
          onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
          // Selects the default quantity so that typing replaces it.
          onClick={({ currentTarget }) => line.quantity === formatDecimalInput(1) && currentTarget.select()}
          onBlur={() => line.quantity && onChecked('quantity')}
          error={at('quantity')}
        />
        <SelectField
          label={messages.unit}
          value={line.unit}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
          options={line.unit in messages.units ? messages.units : { ...messages.units, [line.unit]: line.unit }}
          error={at('unit')}
        />
        <TextField
          label={messages.unitPrice}
          inputMode="decimal"
          required
          value={line.unitPrice}
          onChange={({ currentTarget }) => onChange({ unitPrice: currentTarget.value })}
          onBlur={() => line.unitPrice && onChecked('unitPriceCents')}
          error={at('unitPriceCents')}
        />
        <TextField
          label={messages.discount}
          inputMode="decimal"
          value={line.discount}
          onChange={({ currentTarget }) => onChange({ discount: currentTarget.value })}
          onBlur={() => line.discount && onChecked('discountPercent')}
          error={at('discountPercent')}
        />
        <SelectField
          label={messages.taxRate}
          value={isZeroRated ? zeroRatedCategory : line.taxRate}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              taxRate: value === zeroRatedCategory ? '0' : value,
              kept: { ...line.kept, taxCategory: value === zeroRatedCategory ? 'Z' : null },
            })
          }
          options={{
            ...Object.fromEntries(
              [...new Set([line.taxRate, ...standardTaxRates])].map((rate) => [rate, t.percent(rate)]),
            ),
            [zeroRatedCategory]: messages.zeroRated,
          }}
          error={needsReason && !line.reason ? messages.needsReason : at('taxRate')}
        />
        <div className="net">
          <span className="quiet">{messages.net}</span>
          <output>{net === undefined ? '–' : formatMoney(net)}</output>
        </div>
      </div>
      {isUntaxed && !isZeroRated && (
        <SelectField
          label={messages.supply}
          hint={messages.supplyHint}
          value={line.kept.supply ?? 'service'}
          onChange={({ currentTarget }) =>
            onChange({ kept: { ...line.kept, supply: currentTarget.value as keyof typeof messages.supplies } })
          }
          options={messages.supplies}
          error={at('supply')}
        />
      )}
      {isUntaxed && !isZeroRated && (needsReason || line.reason !== '') && (
        <TextField
          label={messages.reason}
          hint={messages.reasonHint}
          value={line.reason}
          onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
          error={at('taxExemptionReason')}
        />
      )}
      {isUntaxed && exemption && !line.reason && <p className="quiet">{exemption}</p>}
      <WarningNotices warnings={warnings} isBesideField />
      <div className="tools">
        <Button
          variant={['plain', 'small']}
          data-at="up"
          aria-label={messages.up(number)}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={16} aria-hidden />
        </Button>
        <Button
          variant={['plain', 'small']}
          data-at="down"
          aria-label={messages.down(number)}
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={16} aria-hidden />
        </Button>
        <Button
          variant={['plain', 'small']}
          aria-label={messages.remove(number)}
          disabled={count === 1}
          onClick={onRemove}
        >
          <Trash2 size={16} aria-hidden />
        </Button>
      </div>
    </fieldset>
  )
}
