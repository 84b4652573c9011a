import { randomUUID } from 'node:crypto'
import { select } from '#core/database/select'
import { conflict, invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { addDays } from '#core/time/clock'
import { readDeadlineHolidays } from '#features/calendar/holidays/compute-holidays'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { assertDocumentPrintable, neededForSending } from '../invoices/document/assert-sendable.ts'
import { buildInvoiceDocument, resolveDocumentLanguage } from '../invoices/document/build-document.ts'
import { resolveRecipients } from '../invoices/document/recipients.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from '../invoices/invoice.entity.ts'
import { SendChannel } from '../invoices/invoice.inputs.ts'
import { issueDocument } from '../issuing/issue-document.ts'
import { readBaseRates } from './base-rates.ts'
import { readDunningHistories } from './claim/dunning-history.ts'
import { computeReminderClaim, lastDayToPay, lastReminderLevel, type ReminderClaim } from './claim/reminder-claim.ts'
import type { ReminderDocument } from './document/reminder.document.ts'
import { reminderTitle } from './document/reminder.texts.ts'
import { Reminder } from './reminder.entity.ts'
import type { RemindInvoiceInput } from './reminder.inputs.ts'
import { buildReminderMail } from './reminder.mail.ts'
import { renderReminderDocument } from './render-reminder.ts'
import { findUndeliveredInvoices } from './undelivered-invoices.ts'

/** Days from the reminder to its due date. */
const paymentTermDays = 7

/**
 * Sends the next reminder in one transaction. Of two concurrent calls one throws 409, because the level seen at the
 * start, or `knownLevel`, must still be the last after locking.
 */
export async function sendReminder(
  context: Context,
  id: string,
  { despiteFailedDelivery, ...input }: RemindInvoiceInput,
  knownLevel?: number | null,
): Promise<Reminder> {
  const expectedLevel =
    knownLevel === undefined
      ? await context.computeOnce('reminder level', () => readReminderLevel(context, id))
      : knownLevel
  const invoice = await context.load(Invoice, id)
  if (invoice.reminderLevel !== expectedLevel) throw reminderConflict()
  const today = context.clock.today()
  const [client, seller, historyOf, rates] = await Promise.all([
    context.readReferenced(Client, invoice.clientId, 'clientId'),
    readOrganization(context),
    readDunningHistories(context, [id]),
    readBaseRates(context),
  ])
  const holidays = await readDeadlineHolidays(context, seller.holidayRegion, [invoice.dueDate])
  assertCanBeReminded(invoice, holidays, today)
  if (!despiteFailedDelivery && (await findUndeliveredInvoices(context, [id])).has(id)) throw deliveryFailed()
  const isMailed = input.channel !== SendChannel.none
  if (isMailed && !resolveRecipients(client, input)) throw invalidField('client.email', neededForSending)
  const claim = computeReminderClaim(invoice, historyOf(id), seller.dunning, rates, holidays, today)
  // `knownLevel` is only passed by the daily run, which sends no reminder without the current base rate.
  if (knownLevel !== undefined && claim.missingBaseRateFrom) throw baseRateMissing(claim.missingBaseRateFrom)
  const language = resolveDocumentLanguage(invoice, client, context)
  const asInvoice = buildInvoiceDocument(invoice, seller, client, language)
  assertDocumentPrintable(asInvoice)
  const dueDate = addDays(today, paymentTermDays)
  const { number, issueDate } = invoice
  const document: ReminderDocument = {
    ...claim,
    language,
    seller: asInvoice.seller,
    buyer: asInvoice.buyer,
    isConsumer: historyOf(id).isConsumer,
    invoice: { number: number ?? '', issueDate, dueDate: invoice.dueDate, totalCents: invoice.totalCents },
    sentOn: today,
    dueDate,
    text: seller.dunning.levels.find(({ level }) => level === claim.level)?.text ?? null,
    createdAt: '',
  }
  const reminderId = randomUUID()
  let reminder: Reminder | undefined
  await issueDocument(context, {
    kind: 'reminder',
    subjectId: reminderId,
    number: `${reminderTitle(claim, language)} ${number}`,
    buildContent: ({ at }) => ({ ...document, createdAt: at.toISOString(), logoFileId: seller.logoFileId }),
    render: renderReminderDocument,
    lock({ at, pdfSha256 }) {
      invoice.reminderLevel = claim.level
      reminder = context.create(Reminder, {
        id: reminderId,
        ...toReminderFields(claim),
        invoice: context.ref(Invoice, invoice.id),
        client: context.ref(Client, client.id),
        dueDate,
        language,
        sentAt: at,
        pdfSha256,
      } as Partial<Reminder>)
    },
    buildMail: () =>
      isMailed ? buildReminderMail(document, seller, resolveRecipients(client, input) ?? [], input) : null,
  })
  context.record('reminder.sent', reminder as Reminder)
  return reminder as Reminder
}

function toReminderFields(claim: ReminderClaim) {
  const { level, defaultSince } = claim
  const { openCents, feeCents, interestCents, flatFeeCents, settledChargesCents, chargesCents, totalCents } = claim
  const interestSegments = claim.segments.map(({ baseHundredths, rateHundredths, ...segment }) => ({
    ...segment,
    baseRate: baseHundredths / 100,
    rate: rateHundredths / 100,
  }))
  const sums = { openCents, feeCents, interestCents, flatFeeCents, settledChargesCents, chargesCents, totalCents }
  return { level, defaultSince, ...sums, interestSegments }
}

async function readReminderLevel(context: Context, id: string): Promise<number | null> {
  const [invoice] = await context.query<{ level: number | null }>(
    select`reminder_level as level from invoices where organization_id = ${context.organizationId} and id = ${id}`,
  )
  return invoice?.level ?? null
}

type RemindableInvoice = Pick<
  Row<Invoice>,
  'kind' | 'status' | 'dueDate' | 'openCents' | 'dunningBlocked' | 'reminderLevel'
>

/** Throws 409 if there is nothing to remind of. */
export function assertCanBeReminded(invoice: RemindableInvoice, holidays: ReadonlySet<string>, today: string) {
  const { kind, status, dueDate, openCents, dunningBlocked, reminderLevel } = invoice
  if (kind === InvoiceKind.credit_note) throw invalidState(creditNoteNotRemindable)
  if (status === InvoiceStatus.draft) throw invalidState(draftNotRemindable)
  if (openCents <= 0) throw invalidState(nothingOpen)
  if (lastDayToPay({ dueDate }, holidays) >= today) throw invalidState(notOverdue)
  if (dunningBlocked) throw invalidState(blocked)
  if ((reminderLevel ?? -1) >= lastReminderLevel) throw invalidState(lastLevelReached)
}

const creditNoteNotRemindable = {
  de: 'Eine Rechnungskorrektur wird nicht gemahnt.',
  en: 'A credit note is not reminded of.',
}
const draftNotRemindable = { de: 'Ein Entwurf wird nicht gemahnt.', en: 'A draft is not reminded of.' }
const nothingOpen = { de: 'Auf dieser Rechnung ist nichts offen.', en: 'Nothing is open on this invoice.' }
const notOverdue = { de: 'Diese Rechnung ist noch nicht überfällig.', en: 'This invoice is not past its due date yet.' }
const blocked = {
  de: 'Diese Rechnung ist vom Mahnen ausgenommen (dunning_blocked).',
  en: 'This invoice is excluded from dunning (dunning_blocked).',
}
const lastLevelReached = {
  de: 'Die letzte Mahnstufe ist erreicht: Es folgt das gerichtliche Mahnverfahren.',
  en: 'The last level is reached: what follows is up to the courts.',
}

const baseRateMissing = (from: string) =>
  invalidState({
    de: `Der Basiszinssatz ab ${from} fehlt (§ 247 BGB): kontor base-rate add.`,
    en: `The base rate from ${from} is missing (§ 247 BGB): kontor base-rate add.`,
  })

const deliveryFailed = () =>
  conflict(
    'invalid_state',
    {
      de: 'Die Rechnung oder letzte Mahnung wurde nicht zugestellt: Senden Sie die Rechnung erneut, oder mahnen Sie ausdrücklich trotzdem (despite_failed_delivery).',
      en: 'The invoice or its last reminder was not delivered: send the invoice again, or confirm the reminder (despite_failed_delivery).',
    },
    'despiteFailedDelivery',
  )

/** 409 for the second of two concurrent reminders. */
export const reminderConflict = () =>
  conflict('conflict', {
    de: 'Zur selben Zeit wurde schon eine Mahnung verschickt.',
    en: 'Another reminder has been sent at the same time.',
  })
