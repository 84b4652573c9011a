import { type ComponentProps, type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { markDirty } from './unsaved-changes.ts'

interface FieldDescription {
  label: ReactNode
  hint?: ReactNode
  /** The error message. */
  error?: string | undefined
}

/** A text area outside of a form is saved by itself. */
const markTextAreaDirty = ({ currentTarget, target }: FormEvent) =>
  target instanceof HTMLTextAreaElement && !target.form && markDirty(currentTarget)

/** Label, control, hint and error, associated for screen readers. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldDescription & { id: string; children: ReactNode }) {
  return (
    <div className="field" onInput={markTextAreaDirty}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}

export const inputProps = (id: string, { hint, error }: Pick<FieldDescription, 'hint' | 'error'>) => ({
  id,
  className: 'input',
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

export function TextField({
  label,
  hint,
  error,
  ...input
}: FieldDescription & Omit<ComponentProps<'input'>, 'className' | 'id'>) {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <input type="text" autoComplete="off" {...input} {...inputProps(id, { hint, error })} />
    </FieldFrame>
  )
}

export function SelectField({
  label,
  hint,
  error,
  options,
  ...select
}: FieldDescription & { options: Readonly<Record<string, string>> } & Omit<
    ComponentProps<'select'>,
    'className' | 'id'
  >) {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <select {...select} {...inputProps(id, { hint, error })}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  ...area
}: FieldDescription & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) {
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <textarea {...area} {...inputProps(id, { hint, error })} />
    </FieldFrame>
  )
}

interface ColorFieldProps extends FieldDescription {
  name: string
  defaultValue: string
  /** The label of the browser's color picker. */
  pick: string
  /** Swatches as `#rrggbb`. The first is the default. */
  colors: readonly string[]
}

/** A color as `#rrggbb`: typed, picked, or chosen from swatches. */
export function ColorField({ label, hint, error, name, defaultValue, pick, colors }: ColorFieldProps) {
  const id = useId()
  const text = useRef<HTMLInputElement>(null)
  const [color, setColor] = useState(defaultValue)
  const choose = (chosen: string) => {
    setColor(chosen)
    // The form is notified once the field has the value.
    setTimeout(() => text.current?.dispatchEvent(new Event('input', { bubbles: true })))
  }
  return (
    <FieldFrame {...{ id, label, hint, error }}>
      <div className="hue">
        <input
          type="color"
          className="input"
          aria-label={pick}
          value={/^#[\da-f]{6}$/i.test(color) ? color : colors[0]}
          onChange={({ target }) => choose(target.value)}
        />
        <input
          ref={text}
          type="text"
          autoComplete="off"
          spellCheck={false}
          name={name}
          value={color}
          onChange={({ target }) => setColor(target.value)}
          {...inputProps(id, { hint, error })}
        />
      </div>
      <ul className="swatches">
        {colors.map((each) => (
          <li key={each}>
            <button
              type="button"
              aria-label={each}
              aria-pressed={each === color.toLowerCase()}
              style={{ background: each }}
              onClick={() => choose(each)}
            />
          </li>
        ))}
      </ul>
    </FieldFrame>
  )
}

/** A checkbox, or a radio button with `type="radio"`. */
export function Checkbox({
  label,
  hint,
  ...input
}: Omit<FieldDescription, 'error'> & Omit<ComponentProps<'input'>, 'className' | 'id'>) {
  const id = useId()
  return (
    <label className="choice">
      <input type="checkbox" aria-describedby={hint ? id : undefined} {...input} />
      <span>{label}</span>
      {hint && (
        <span className="hint" id={id}>
          {hint}
        </span>
      )}
    </label>
  )
}
