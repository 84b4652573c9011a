import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { preserveFocus, sameControlInNextRow } from '../../ui/focus.ts'
import { messages } from './hours.messages.ts'

/** A time span of a day. `id` is a React key. */
export interface TimeSpan {
  id: string
  start: string
  end: string
}

/** Time inputs do not support 24:00. As an end, 00:00 means the same. */
const toInputEnd = (end: string) => (end === '24:00' ? '00:00' : end)
export const toApiEnd = (end: string) => (end === '00:00' ? '24:00' : end)

export const createSpan = (start: string, end: string): TimeSpan => ({
  id: crypto.randomUUID(),
  start,
  end: toInputEnd(end),
})

/** Suggests a span that starts one hour after the last one. */
export function suggestNextSpan(spans: readonly TimeSpan[]): TimeSpan {
  const last = spans.at(-1)
  if (!last) return createSpan('09:00', '17:00')
  const hour = Math.min(Number(last.end.slice(0, 2)) + 1, 22)
  const two = (number: number) => `${String(number).padStart(2, '0')}:00`
  return createSpan(two(hour), two(Math.min(hour + 3, 23)))
}

interface TimeSpanFieldsProps {
  day: string
  spans: readonly TimeSpan[]
  onChange: (spans: TimeSpan[]) => void
  /** The API path of a span: `weekly.3`. */
  pathOf: (index: number) => string
  pathErrors: Readonly<Record<string, string>>
}

export function TimeSpanFields({ day, spans, onChange, pathOf, pathErrors }: TimeSpanFieldsProps) {
  const put = (id: string, changed: Partial<TimeSpan>) =>
    onChange(spans.map((span) => (span.id === id ? { ...span, ...changed } : span)))
  return (
    <div className="time-spans">
      {spans.map(({ id, start, end }, index) => {
        const [path, number] = [pathOf(index), String(index + 1)]
        const error = pathErrors[`${path}.end`] ?? pathErrors[`${path}.start`] ?? pathErrors[path]
        return (
          <div className="span" key={id}>
            <input
              className="input"
              type="time"
              name={`${path}.start`}
              aria-label={messages.from(day, number)}
              value={start}
              required
              onChange={({ currentTarget }) => put(id, { start: currentTarget.value })}
            />
            <span aria-hidden>–</span>
            <input
              className="input"
              type="time"
              name={`${path}.end`}
              aria-label={messages.until(day, number)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              value={end}
              required
              onChange={({ currentTarget }) => put(id, { end: currentTarget.value })}
            />
            <Button
              variant="plain"
              aria-label={messages.remove(day, number)}
              onClick={({ currentTarget }) => {
                preserveFocus(sameControlInNextRow(currentTarget))
                onChange(spans.filter((span) => span.id !== id))
              }}
            >
              <X size={16} aria-hidden />
            </Button>
            {error && (
              <span className="field-error" id={`${id}-error`}>
                {error}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}
