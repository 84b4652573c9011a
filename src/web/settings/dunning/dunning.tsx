import '../documents/documents.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { DunningPreviewDocument } from '#schema/web/graphql'
import { useQuery } from '../../graphql/client.ts'
import { formatMoney } from '../../i18n/format.ts'
import { decimalError, formatCentsInput, parseCents } from '../../i18n/parse.ts'
import { useMay } from '../../session.ts'
import { Checkbox, TextAreaField, TextField } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryResult } from '../../ui/query-result.tsx'
import { Table } from '../../ui/table.tsx'
import {
  type FieldErrors,
  getText,
  type Organization,
  type OrganizationInput,
  SettingsForm,
} from '../documents/settings-form.tsx'
import { pages } from '../settings.messages.ts'
import { BaseRateSection } from './base-rates.tsx'
import { messages } from './dunning.messages.ts'

/** 0 is the friendly reminder, the others are formal. */
const levels = [0, 1, 2, 3] as const

const defaultLevels = [
  { days: 7, feeCents: 0 },
  { days: 14, feeCents: 0 },
  { days: 14, feeCents: 500 },
  { days: 14, feeCents: 500 },
] as const

export const DunningSettings = () => (
  <Page title={pages.dunning.title} about={pages.dunning.about}>
    <div className="narrow">
      <SettingsForm parse={parseForm}>
        {({ organization: { dunning }, errors }) => (
          <>
            <Checkbox
              label={messages.automatic}
              hint={messages.automaticHint}
              name="automatic"
              defaultChecked={dunning.automatic}
            />
            <LevelFields dunning={dunning} errors={errors} />
          </>
        )}
      </SettingsForm>
    </div>
    <BaseRateSection />
    <DueReminders />
  </Page>
)

type SavedDunning = Organization['dunning']

const findLevel = ({ levels }: SavedDunning, level: number) => levels.find((each) => each.level === level)

function LevelFields({ dunning, errors }: { dunning: SavedDunning; errors: FieldErrors }) {
  const [used, setUsed] = useState<readonly number[]>(levels.filter((level) => findLevel(dunning, level)))
  return levels.map((level) => (
    <LevelFieldset
      key={level}
      level={level}
      index={used.indexOf(level)}
      onUse={(isUsed) => setUsed(levels.filter((each) => (each === level ? isUsed : used.includes(each))))}
      kept={findLevel(dunning, level)}
      errors={errors}
    />
  ))
}

interface LevelFieldsetProps {
  level: (typeof levels)[number]
  /** The index among the levels in use, or -1. */
  index: number
  onUse: (isUsed: boolean) => void
  kept: SavedDunning['levels'][number] | undefined
  errors: FieldErrors
}

function LevelFieldset({ level, index, onUse, kept, errors }: LevelFieldsetProps) {
  const isUsed = index >= 0
  const { days, feeCents } = kept ?? defaultLevels[level]
  const at = (name: string) => `dunning.levels.${index}.${name}`
  return (
    <fieldset className="level">
      <legend>{messages.levels[level]}</legend>
      <Checkbox label={messages.use} checked={isUsed} onChange={({ currentTarget }) => onUse(currentTarget.checked)} />
      {isUsed && (
        <>
          <input type="hidden" name={at('level')} value={level} />
          <div className="row">
            <TextField
              label={messages.days}
              hint={level === 0 ? messages.daysAfterDue : messages.daysAfterLast}
              name={at('days')}
              inputMode="numeric"
              defaultValue={days}
              required
              error={errors[at('days')]}
            />
            {level > 0 && (
              <TextField
                label={messages.fee}
                hint={messages.feeHint}
                name={at('feeCents')}
                inputMode="decimal"
                defaultValue={formatCentsInput(feeCents)}
                required
                error={errors[at('feeCents')]}
              />
            )}
          </div>
          <TextAreaField
            label={messages.text}
            hint={messages.textHint}
            name={at('text')}
            rows={3}
            maxLength={2000}
            defaultValue={kept?.text ?? ''}
            error={errors[at('text')]}
          />
        </>
      )}
    </fieldset>
  )
}

function parseForm(filled: FormData): OrganizationInput | { errors: FieldErrors } {
  const errors: Record<string, string> = {}
  const found = []
  for (let index = 0; filled.has(`dunning.levels.${index}.level`); index++) {
    const at = (name: string) => `dunning.levels.${index}.${name}`
    const level = Number(filled.get(at('level')))
    const days = getText(filled, at('days')) ?? ''
    const fee = getText(filled, at('feeCents')) ?? ''
    const feeCents = level === 0 ? 0 : parseCents(fee)
    if (!/^\d{1,3}$/.test(days) || Number(days) > 365) errors[at('days')] = messages.noDays
    if (feeCents === null || feeCents < 0 || feeCents > 10_000)
      errors[at('feeCents')] = decimalError(fee, 2, messages.noFee) ?? messages.noFee
    found.push({ level, days: Number(days), feeCents: feeCents ?? 0, text: getText(filled, at('text')) })
  }
  const automatic = filled.has('automatic')
  if (automatic && found.length === 0) errors['dunning.levels'] = messages.noLevels
  return Object.keys(errors).length > 0 ? { errors } : { dunning: { automatic, levels: found } }
}

/** The reminders that the next daily run would send. */
function DueReminders() {
  const answer = useQuery(DunningPreviewDocument, {})
  if (!useMay()('dunningPreview')) return null
  return (
    <section className="group" aria-labelledby="today">
      <h2 id="today">{messages.today}</h2>
      <div className="card narrow">
        <QueryResult query={answer} pick={({ dunningPreview }) => dunningPreview}>
          {({ reminders }) =>
            reminders.length === 0 ? (
              <p className="part quiet">{messages.nothing}</p>
            ) : (
              <Table
                label={messages.today}
                rows={reminders.map((each) => ({ ...each, id: each.invoiceId }))}
                columns={[
                  {
                    label: messages.invoice,
                    kind: 'main',
                    show: ({ id, number }) => (
                      <Link to="/invoices/$id" params={{ id }}>
                        {number}
                      </Link>
                    ),
                  },
                  { label: messages.client, show: ({ client }) => client.name },
                  { label: messages.level, show: ({ level }) => messages.levels[level as 0] },
                  { label: messages.open, kind: 'figure', show: ({ openCents }) => formatMoney(openCents) },
                  { label: messages.charges, kind: 'figure', show: ({ chargesCents }) => formatMoney(chargesCents) },
                ]}
              />
            )
          }
        </QueryResult>
      </div>
    </section>
  )
}
