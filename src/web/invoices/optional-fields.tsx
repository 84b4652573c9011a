import { TextAreaField, TextField } from '../ui/field.tsx'
import type { Draft } from './draft.ts'
import { messages } from './invoices.messages.ts'

interface OptionalFieldsProps {
  draft: Draft
  hasServicePeriod: boolean
  errors: Record<string, string>
  onChange: (changed: Partial<Draft>) => void
}

export function OptionalFields({ draft, hasServicePeriod, errors, onChange }: OptionalFieldsProps) {
  const field = (name: 'serviceFrom' | 'serviceTo' | 'introduction' | 'closing') => ({
    label: messages[name],
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [name]: currentTarget.value }),
    error: errors[name],
  })
  return (
    <div className="form">
      {hasServicePeriod && (
        <div className="halves">
          <TextField type="date" {...field('serviceFrom')} />
          <TextField type="date" {...field('serviceTo')} />
        </div>
      )}
      <TextAreaField {...field('introduction')} />
      <TextAreaField {...field('closing')} />
    </div>
  )
}
