import { randomUUID } from 'node:crypto'
import { select } from '#core/database/select'
import { conflict, invalidField, invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Row } from '#core/schema/row'
import { addDays } from '#core/time/clock'
import { readDeadlineHolidays } from '#features/calendar/holidays/read-holidays'
import { Client } from '#features/people/clients/client.entity'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { assertPrintable, needed } from '../invoices/document/assert-sendable.ts'
import { languageOf } from '../invoices/draft-invoice.ts'
import { Invoice, InvoiceKind, InvoiceStatus } from '../invoices/invoice.entity.ts'
import { SendChannel } from '../invoices/invoice.inputs.ts'
import { documentOf } from '../invoices/issue-document.ts'
import { recipient } from '../invoices/recipient.ts'
import { issue } from '../issuing/issue.ts'
import { readBaseRates } from './base-rates.ts'
import type { ReminderDocument } from './document/reminder.document.ts'
import { titleOf } from './document/reminder.texts.ts'
import { drawReminder } from './draw-reminder.ts'
import { readStories } from './dunning.reads.ts'
import { type Claim, lastDayToPay, lastLevel, planReminder } from './plan-reminder.ts'
import { Reminder } from './reminder.entity.ts'
import type { RemindInvoiceInput } from './reminder.inputs.ts'
import { letterOf } from './reminder.mail.ts'
import { readUndelivered } from './undelivered.ts'

/** Days to pay within, from the day of the reminder. */
const term = 7

/**
 * Sends the next reminder of an invoice: claims, draws, archives and mails it, in one transaction. Two at once are one
 * reminder: the level that was seen when the operation began, or that is `known`, must still be the last one once the
 * invoice is locked.
 */
export async function remind(
  context: Context,
  id: string,
  { despiteFailedDelivery, ...wish }: RemindInvoiceInput,
  known?: number | null,
): Promise<Reminder> {
  const seen = known === undefined ? await context.keep('reminder level', () => readLevel(context, id)) : known
  const invoice = await context.load(Invoice, id)
  if (invoice.reminderLevel !== seen) throw overtaken()
  const today = context.clock.today()
  const [client, seller, storyOf, rates] = await Promise.all([
    context.refer(Client, invoice.clientId, 'clientId'),
    readOrganization(context),
    readStories(context, [id]),
    readBaseRates(context),
  ])
  const holidays = await readDeadlineHolidays(context, seller.holidayRegion, [invoice.dueDate])
  assertToBeReminded(invoice, holidays, today)
  if (!despiteFailedDelivery && (await readUndelivered(context, [id])).has(id)) throw undelivered()
  const isMailed = wish.channel !== SendChannel.none
  if (isMailed && !recipient(client, wish)) throw invalidField('client.email', needed)
  const claim = planReminder(invoice, storyOf(id), seller.dunning, rates, holidays, today)
  // The daily run leaves it to a person: known is the level that the run saw.
  if (known !== undefined && claim.missingBaseRateFrom) throw baseRateMissing(claim.missingBaseRateFrom)
  const language = languageOf(invoice, client, context)
  const asInvoice = documentOf(invoice, seller, client, language)
  assertPrintable(asInvoice)
  const dueDate = addDays(today, term)
  const { number, issueDate } = invoice
  const document: ReminderDocument = {
    ...claim,
    language,
    seller: asInvoice.seller,
    buyer: asInvoice.buyer,
    isConsumer: storyOf(id).isConsumer,
    invoice: { number: number ?? '', issueDate, dueDate: invoice.dueDate, totalCents: invoice.totalCents },
    sentOn: today,
    dueDate,
    text: seller.dunning.levels.find(({ level }) => level === claim.level)?.text ?? null,
    createdAt: '',
  }
  const reminderId = randomUUID()
  let reminder: Reminder | undefined
  await issue(context, {
    kind: 'reminder',
    subjectId: reminderId,
    number: `${titleOf(claim, language)} ${number}`,
    content: ({ at }) => ({ ...document, createdAt: at.toISOString(), logoFileId: seller.logoFileId }),
    draw: drawReminder,
    lock({ at, pdfSha256 }) {
      invoice.reminderLevel = claim.level
      reminder = context.create(Reminder, {
        id: reminderId,
        ...sumsOf(claim),
        invoice: context.ref(Invoice, invoice.id),
        client: context.ref(Client, client.id),
        dueDate,
        language,
        sentAt: at,
        pdfSha256,
      } as Partial<Reminder>)
    },
    letter: () => (isMailed ? letterOf(document, seller, recipient(client, wish) ?? [], wish) : null),
  })
  context.record('reminder.sent', reminder as Reminder)
  return reminder as Reminder
}

/** A claim as a reminder keeps it. */
function sumsOf(claim: Claim) {
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

async function readLevel(context: Context, id: string): Promise<number | null> {
  const [invoice] = await context.query<{ level: number | null }>(
    select`reminder_level as level from invoices where organization_id = ${context.organizationId} and id = ${id}`,
  )
  return invoice?.level ?? null
}

type Reminded = Pick<Row<Invoice>, 'kind' | 'status' | 'dueDate' | 'openCents' | 'dunningBlocked' | 'reminderLevel'>

/** 409 where there is nothing to remind of, or nobody is to be reminded. */
export function assertToBeReminded(invoice: Reminded, holidays: ReadonlySet<string>, today: string) {
  const { kind, status, dueDate, openCents, dunningBlocked, reminderLevel } = invoice
  if (kind === InvoiceKind.credit_note) throw invalidState(noInvoice)
  if (status === InvoiceStatus.draft) throw invalidState(notSent)
  if (openCents <= 0) throw invalidState(nothingOpen)
  if (lastDayToPay({ dueDate }, holidays) >= today) throw invalidState(notDue)
  if (dunningBlocked) throw invalidState(blocked)
  if ((reminderLevel ?? -1) >= lastLevel) throw invalidState(noFurther)
}

const noInvoice = { de: 'Eine Rechnungskorrektur wird nicht gemahnt.', en: 'A credit note is not reminded of.' }
const notSent = { de: 'Ein Entwurf wird nicht gemahnt.', en: 'A draft is not reminded of.' }
const nothingOpen = { de: 'Auf dieser Rechnung ist nichts offen.', en: 'Nothing is open on this invoice.' }
const notDue = { de: 'Diese Rechnung ist noch nicht überfällig.', en: 'This invoice is not past its due date yet.' }
const blocked = {
  de: 'Diese Rechnung ist vom Mahnen ausgenommen (dunning_blocked).',
  en: 'This invoice is excluded from dunning (dunning_blocked).',
}
const noFurther = {
  de: 'Die letzte Mahnstufe ist erreicht: Es folgt das gerichtliche Mahnverfahren.',
  en: 'The last level is reached: what follows is up to the courts.',
}

const baseRateMissing = (from: string) =>
  invalidState({
    de: `Der Basiszinssatz ab ${from} fehlt (§ 247 BGB): kontor base-rate add.`,
    en: `The base rate from ${from} is missing (§ 247 BGB): kontor base-rate add.`,
  })

const undelivered = () =>
  conflict(
    'invalid_state',
    {
      de: 'Die Rechnung oder letzte Mahnung wurde nicht zugestellt: Senden Sie die Rechnung erneut, oder mahnen Sie ausdrücklich trotzdem (despite_failed_delivery).',
      en: 'The invoice or its last reminder was not delivered: send the invoice again, or confirm the reminder (despite_failed_delivery).',
    },
    'despiteFailedDelivery',
  )

/** 409 for whoever came second. */
export const overtaken = () =>
  conflict('conflict', {
    de: 'Zur selben Zeit wurde schon eine Mahnung verschickt.',
    en: 'Another reminder has been sent at the same time.',
  })
