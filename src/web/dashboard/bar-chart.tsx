import { scaleBand, scaleLinear } from 'd3-scale'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatMoney } from '../i18n/format.ts'
import { numberFormatter } from '../i18n/locale.ts'
import { Button } from '../ui/button.tsx'
import { Table } from '../ui/table.tsx'
import { messages } from './dashboard.messages.ts'

interface Bar {
  id: string
  shortName: string
  name: string
  cents: number
}

interface BarChartProps {
  /** Accessible name. */
  label: string
  columns: readonly [string, string]
  bars: readonly Bar[]
}

const size = { height: 160, left: 52, bottom: 24, top: 8 }

/** Average width of a letter in pixels. */
const letterWidth = 6.5

const formatCompact = (cents: number) =>
  numberFormatter({ notation: 'compact', maximumFractionDigits: 1 }).format(cents / 100)

/** The width in pixels. The chart is drawn at its displayed size so that text is not scaled. */
function useWidth() {
  const room = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(400)
  useLayoutEffect(() => {
    const { current } = room
    if (!current) return
    setWidth(current.clientWidth)
    const seen = new ResizeObserver(() => setWidth(current.clientWidth))
    seen.observe(current)
    return () => seen.disconnect()
  }, [])
  return { room, width }
}

/** A bar chart of amounts with keyboard navigation, or the same data as a table. */
export function BarChart({ label, columns, bars }: BarChartProps) {
  const [isTable, setTable] = useState(false)
  const [at, setAt] = useState(bars.length - 1)
  const [isHeld, setHeld] = useState(false)
  const id = useId()
  const { room, width } = useWidth()
  const across = scaleBand(
    bars.map((bar) => bar.id),
    [size.left, width],
  ).padding(0.3)
  const longest = Math.max(...bars.map(({ shortName }) => shortName.length)) * letterWidth + 4
  /** Only every n-th bar is labelled if there is not enough room. The last one always is. */
  const everyNth = Math.max(1, Math.ceil(longest / across.step()))
  const least = Math.min(0, ...bars.map(({ cents }) => cents))
  const most = Math.max(0, ...bars.map(({ cents }) => cents))
  const up = scaleLinear([least, most || 100_00], [size.height - size.bottom, size.top]).nice(4)
  const shown = bars[at]
  const go = (event: KeyboardEvent<SVGSVGElement>) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key]
    if (to === undefined || !bars[to]) return
    event.preventDefault()
    setAt(to)
    event.currentTarget.querySelectorAll<SVGElement>('[role=img]')[to]?.focus()
  }
  return (
    <div className="chart" ref={room}>
      {isTable ? (
        <Table
          label={label}
          rows={bars}
          columns={[
            { label: columns[0], kind: 'main', show: ({ name }) => name },
            { label: columns[1], kind: 'figure', show: ({ cents }) => formatMoney(cents) },
          ]}
        />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: bars are drawn, and a fieldset draws nothing
        <svg width={width} height={size.height} role="group" aria-label={label} onKeyDown={go}>
          {up.ticks(4).map((cents) => (
            <g key={cents} aria-hidden>
              <line x1={size.left} x2={width} y1={up(cents)} y2={up(cents)} />
              <text x={size.left - 8} y={up(cents)} dy="0.32em" textAnchor="end">
                {formatCompact(cents)}
              </text>
            </g>
          ))}
          {bars.map((bar, index) => {
            const x = across(bar.id) ?? 0
            const top = Math.min(up(0), up(bar.cents))
            return (
              // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a bar is read where the focus is, and does nothing
              <g
                key={bar.id}
                role="img"
                aria-label={`${bar.name}: ${formatMoney(bar.cents)}`}
                tabIndex={index === at ? 0 : -1}
                className={isHeld && index === at ? 'bar held' : 'bar'}
                onFocus={() => {
                  setAt(index)
                  setHeld(true)
                }}
                onBlur={() => setHeld(false)}
                onPointerEnter={() => {
                  setAt(index)
                  setHeld(true)
                }}
                onPointerLeave={() => setHeld(false)}
              >
                <rect className="reach" x={x} y={size.top} width={across.bandwidth()} height={size.height - size.top} />
                <rect
                  x={x}
                  y={top}
                  width={across.bandwidth()}
                  height={Math.max(2, Math.abs(up(0) - up(bar.cents)))}
                  rx={3}
                />
                {(bars.length - 1 - index) % everyNth === 0 && (
                  <text x={x + across.bandwidth() / 2} y={size.height - 6} textAnchor="middle">
                    {bar.shortName}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      )}
      <div className="legend">
        <span className="quiet" id={id} aria-hidden>
          {!isTable && isHeld && shown ? `${shown.name}: ${formatMoney(shown.cents)}` : ' '}
        </span>
        <Button variant={['plain', 'small']} onClick={() => setTable(!isTable)}>
          {isTable ? messages.asChart : messages.asTable}
        </Button>
      </div>
    </div>
  )
}
