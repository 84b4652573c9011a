import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  CreateRecurringDocument,
  DeleteRecurringDocument,
  type RecurringDataFragment,
  RecurringPictureDocument,
  UpdateRecurringDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { fetchGraphql, type Outcome, pickField } from '../graphql/fetch-graphql.ts'
import { DocumentForm } from '../invoices/document-form.tsx'
import type { DocumentKind } from '../invoices/document-kind.ts'
import { type Draft, type Schedule, toDraftInput, toDraftLines } from '../invoices/draft.ts'
import type { InvoiceDefaults } from '../invoices/invoice-defaults.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { pickImage } from '../ui/preview.ts'
import { messages } from './recurring.messages.ts'

export const defaultSchedule: Schedule = { every: '1', interval: 'month', dueDays: '', mode: 'draft' }

export const toRecurringDraft = ({ dueDays, interval, mode, ...recurring }: RecurringDataFragment): Draft => ({
  clientId: recurring.client.id,
  issueDate: recurring.startsOn,
  dueDate: recurring.endsOn ?? '',
  ...{ serviceFrom: '', serviceTo: '' },
  introduction: recurring.introduction ?? '',
  closing: recurring.closing ?? '',
  lines: toDraftLines(recurring.lineItems),
  schedule: { every: String(recurring.every), interval, dueDays: dueDays == null ? '' : String(dueDays), mode },
})

function toRecurringInput(draft: Draft) {
  const { clientId, issueDate, dueDate, introduction, closing, lineItems } = toDraftInput(draft)
  const { every, interval, dueDays, mode } = draft.schedule ?? defaultSchedule
  return {
    ...{ clientId, introduction, closing, lineItems, interval, mode },
    ...{ startsOn: issueDate, endsOn: dueDate || null, every: Number(every) },
    dueDays: dueDays === '' ? null : Number(dueDays),
  }
}

interface RecurringFormProps {
  /** Absent when creating. */
  recurring?: RecurringDataFragment
  initial: Draft
  choices: InvoiceDefaults
  /** Refetches the document after a conflict. */
  onConflict?: () => void
  /** Content above the preview. */
  beside?: ReactNode
}

export function RecurringForm({ recurring, ...given }: RecurringFormProps) {
  const navigate = useNavigate()
  const [create] = useMutation(CreateRecurringDocument)
  const [update] = useMutation(UpdateRecurringDocument)
  const [remove] = useMutation(DeleteRecurringDocument)
  const kind: DocumentKind<RecurringDataFragment> = {
    messages: { ...messages.form, previewLater: messages.later },
    ...{ startField: 'startsOn', endField: 'endsOn' },
    defaultEnd: () => '',
    hasServicePeriod: false,
    isInvoice: false,
    canSend: false,
    renderFields: ({ schedule = defaultSchedule }, change, errors) => (
      <ScheduleFields schedule={schedule} onChange={(changed) => change({ schedule: changed })} errors={errors} />
    ),
    toDraft: toRecurringDraft,
    async save(draft, kept): Promise<Outcome<RecurringDataFragment>> {
      const input = toRecurringInput(draft)
      if (!kept) {
        return pickField(create({ input }), 'createRecurringInvoice')
      }
      return pickField(update({ id: kept.id, version: kept.version, input }), 'updateRecurringInvoice')
    },
    fetchPreview: async (draft, recurringInvoiceId) =>
      pickImage(
        await fetchGraphql(RecurringPictureDocument, {
          input: toRecurringInput(draft),
          recurringInvoiceId: recurringInvoiceId ?? null,
        }),
        ({ recurringInvoicePicture }) => recurringInvoicePicture,
      ),
    remove: ({ id }) => remove({ id }),
    deleteOperation: 'deleteRecurringInvoice',
    show: (id) => navigate({ to: '/invoices/recurring/$id', params: { id }, replace: true }),
    leave: () => navigate({ to: '/invoices/recurring' }),
  }
  return <DocumentForm kind={kind} {...(recurring && { document: recurring })} {...given} />
}

interface ScheduleFieldsProps {
  schedule: Schedule
  onChange: (changed: Schedule) => void
  errors: Record<string, string>
}

function ScheduleFields({ schedule, onChange, errors }: ScheduleFieldsProps) {
  const { form } = messages
  const set = (changed: Partial<Schedule>) => onChange({ ...schedule, ...changed })
  return (
    <>
      <div className="part row">
        <div className="halves">
          <TextField
            label={form.every}
            type="number"
            min={1}
            max={100}
            required
            value={schedule.every}
            onChange={({ currentTarget }) => set({ every: currentTarget.value })}
            error={errors.every}
          />
          <SelectField
            label={form.interval}
            options={form.intervals}
            value={schedule.interval}
            onChange={({ currentTarget }) => set({ interval: currentTarget.value as Schedule['interval'] })}
            error={errors.interval}
          />
        </div>
        <div className="halves">
          <SelectField
            label={form.mode}
            hint={form.modeHint}
            options={form.modes}
            value={schedule.mode}
            onChange={({ currentTarget }) => set({ mode: currentTarget.value as Schedule['mode'] })}
            error={errors.mode}
          />
          <TextField
            label={form.dueDays}
            hint={form.dueDaysHint}
            type="number"
            min={0}
            max={365}
            value={schedule.dueDays}
            onChange={({ currentTarget }) => set({ dueDays: currentTarget.value })}
            error={errors.dueDays}
          />
        </div>
      </div>
      <p className="part quiet">{form.placeholders}</p>
    </>
  )
}
