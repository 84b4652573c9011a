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
import { fieldOf, type Outcome, send } from '../graphql/send.ts'
import type { Choices } from '../invoices/choices.ts'
import { DocumentForm } from '../invoices/document-form.tsx'
import type { Kind } from '../invoices/document-kind.ts'
import { type Draft, draftInput, linesOf, type Schedule } from '../invoices/draft.ts'
import { pictureIn } from '../ui/drawing.ts'
import { Choice, Field } from '../ui/field.tsx'
import { messages } from './recurring.messages.ts'

/** How often a new one is made, until another rhythm is chosen. */
export const usual: Schedule = { every: '1', interval: 'month', dueDays: '', mode: 'draft' }

/** A recurring invoice as it stands in the form. */
export const draftOf = ({ dueDays, interval, mode, ...recurring }: RecurringDataFragment): Draft => ({
  clientId: recurring.client.id,
  issueDate: recurring.startsOn,
  dueDate: recurring.endsOn ?? '',
  ...{ serviceFrom: '', serviceTo: '' },
  introduction: recurring.introduction ?? '',
  closing: recurring.closing ?? '',
  lines: linesOf(recurring.lineItems),
  schedule: { every: String(recurring.every), interval, dueDays: dueDays == null ? '' : String(dueDays), mode },
})

function recurringInput(draft: Draft) {
  const { clientId, issueDate, dueDate, introduction, closing, lineItems } = draftInput(draft)
  const { every, interval, dueDays, mode } = draft.schedule ?? usual
  return {
    ...{ clientId, introduction, closing, lineItems, interval, mode },
    ...{ startsOn: issueDate, endsOn: dueDate || null, every: Number(every) },
    dueDays: dueDays === '' ? null : Number(dueDays),
  }
}

interface RecurringFormProps {
  /** Absent where it is a new one. */
  recurring?: RecurringDataFragment
  initial: Draft
  choices: Choices
  /** Asks how it is now, for somebody else has changed it. */
  onConflict?: () => void
  /** What stands above the picture of the next invoice. */
  beside?: ReactNode
}

export function RecurringForm({ recurring, ...given }: RecurringFormProps) {
  const navigate = useNavigate()
  const [create] = useMutation(CreateRecurringDocument)
  const [update] = useMutation(UpdateRecurringDocument)
  const [remove] = useMutation(DeleteRecurringDocument)
  const kind: Kind<RecurringDataFragment> = {
    messages: { ...messages.form, previewLater: messages.later },
    ...{ from: 'startsOn', until: 'endsOn' },
    untilOf: () => '',
    isPeriodAsked: false,
    isInvoice: false,
    isSent: false,
    ask: ({ schedule = usual }, change, wrong) => (
      <ScheduleFields schedule={schedule} onChange={(changed) => change({ schedule: changed })} wrong={wrong} />
    ),
    draftOf,
    async keep(draft, kept): Promise<Outcome<RecurringDataFragment>> {
      const input = recurringInput(draft)
      if (!kept) {
        return fieldOf(create({ input }), 'createRecurringInvoice')
      }
      return fieldOf(update({ id: kept.id, version: kept.version, input }), 'updateRecurringInvoice')
    },
    draw: async (draft, recurringInvoiceId) =>
      pictureIn(
        await send(RecurringPictureDocument, {
          input: recurringInput(draft),
          recurringInvoiceId: recurringInvoiceId ?? null,
        }),
        ({ recurringInvoicePicture }) => recurringInvoicePicture,
      ),
    remove: ({ id }) => remove({ id }),
    mayDelete: 'deleteRecurringInvoice',
    show: (id) => navigate({ to: '/invoices/recurring/$id', params: { id }, replace: true }),
    leave: () => navigate({ to: '/invoices/recurring' }),
  }
  return <DocumentForm kind={kind} {...(recurring && { document: recurring })} {...given} />
}

interface ScheduleFieldsProps {
  schedule: Schedule
  onChange: (changed: Schedule) => void
  wrong: Record<string, string>
}

/** How often, and what becomes of each invoice. */
function ScheduleFields({ schedule, onChange, wrong }: ScheduleFieldsProps) {
  const { form } = messages
  const set = (changed: Partial<Schedule>) => onChange({ ...schedule, ...changed })
  return (
    <>
      <div className="part row">
        <div className="halves">
          <Field
            label={form.every}
            type="number"
            min={1}
            max={100}
            required
            value={schedule.every}
            onChange={({ currentTarget }) => set({ every: currentTarget.value })}
            wrong={wrong.every}
          />
          <Choice
            label={form.interval}
            options={form.intervals}
            value={schedule.interval}
            onChange={({ currentTarget }) => set({ interval: currentTarget.value as Schedule['interval'] })}
            wrong={wrong.interval}
          />
        </div>
        <div className="halves">
          <Choice
            label={form.mode}
            hint={form.modeHint}
            options={form.modes}
            value={schedule.mode}
            onChange={({ currentTarget }) => set({ mode: currentTarget.value as Schedule['mode'] })}
            wrong={wrong.mode}
          />
          <Field
            label={form.dueDays}
            hint={form.dueDaysHint}
            type="number"
            min={0}
            max={365}
            value={schedule.dueDays}
            onChange={({ currentTarget }) => set({ dueDays: currentTarget.value })}
            wrong={wrong.dueDays}
          />
        </div>
      </div>
      <p className="part quiet">{form.placeholders}</p>
    </>
  )
}
