import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { createLine, type DraftLine } from './draft.ts'
import type { DraftTotals } from './draft-totals.ts'
import { messages } from './invoices.messages.ts'
import { LineFields } from './line-fields.tsx'
import type { Warning } from './warnings.ts'

interface LineListProps {
  lines: readonly DraftLine[]
  /** The tax rate of the first line. */
  defaultTaxRate: string
  isFirst: boolean
  totals: DraftTotals
  errors: Record<string, string>
  warnings: readonly (readonly Warning[])[]
  onChange: (lines: DraftLine[]) => void
  /** Called with `key.name` when a figure loses focus. */
  onChecked: (figure: string) => void
}

/** Line items that can be added, moved and removed. The focus follows. */
export function LineList({
  lines,
  defaultTaxRate,
  isFirst,
  totals,
  errors,
  warnings,
  onChange,
  onChecked,
}: LineListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [announcement, announce] = useState('')
  const focusOn = (index: number, control: 'up' | 'down' | 'description') =>
    requestAnimationFrame(() => {
      const line = list.current?.querySelectorAll<HTMLElement>('.line')[index]
      const wanted = line?.querySelector<HTMLElement>(
        `[data-at="${control}"]:not([aria-disabled]), [data-at]:not([aria-disabled])`,
      )
      ;(control === 'description' ? line?.querySelector('textarea') : wanted)?.focus()
    })
  const move = (index: number, by: 1 | -1) => {
    const moved = [...lines]
    moved.splice(index + by, 0, ...moved.splice(index, 1))
    onChange(moved)
    announce(messages.moved(index + by + 1))
    focusOn(index + by, by < 0 ? 'up' : 'down')
  }
  const remove = (index: number) => {
    onChange(lines.filter((_, each) => each !== index))
    focusOn(Math.min(index, lines.length - 2), 'description')
  }
  const add = () => {
    onChange([...lines, createLine(lines.at(-1)?.taxRate ?? defaultTaxRate)])
    focusOn(lines.length, 'description')
  }
  return (
    <div className="lines" ref={list}>
      <p className="unseen" role="status">
        {announcement}
      </p>
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          index={index}
          count={lines.length}
          errors={errors}
          net={totals.preview?.lineItems[index]?.netCents}
          exemption={totals.preview?.lineItems[index]?.taxExemptionReason}
          warnings={warnings[index] ?? []}
          isFirst={isFirst && index === 0}
          onChange={(changed) =>
            onChange(lines.map((each) => (each.key === line.key ? { ...each, ...changed } : each)))
          }
          onChecked={(name) => onChecked(`${line.key}.${name}`)}
          onMove={(by) => move(index, by)}
          onRemove={() => remove(index)}
        />
      ))}
      <div className="part">
        <Button variant={['plain', 'small']} onClick={add}>
          <Plus size={16} aria-hidden />
          {messages.add}
        </Button>
      </div>
    </div>
  )
}
