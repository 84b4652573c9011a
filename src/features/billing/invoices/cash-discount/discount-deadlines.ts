import type { Context } from '#core/operation/context'
import { addDays, firstWorkingDayFrom } from '#core/time/clock'
import { readDeadlineHolidays } from '#features/calendar/holidays/compute-holidays'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PaymentMethod } from '../payment-method.ts'

/**
 * Latest day on which a payment made within the discount period arrives, by the last day of the period. A period that
 * ends on a weekend or holiday is extended to the next working day (§ 193 BGB), and a transfer takes one more banking
 * day (§ 675s BGB).
 */
export async function findPaymentDeadlines(
  context: Context,
  ends: Iterable<string>,
  method = PaymentMethod.bank_transfer,
): Promise<Map<string, string>> {
  const days = [...new Set(ends)]
  if (!days.length) return new Map()
  const { holidayRegion } = await readOrganization(context)
  const holidays = await readDeadlineHolidays(context, holidayRegion, days)
  const isTransfer = method === PaymentMethod.bank_transfer
  return new Map(
    days.map((end) => {
      const lastDay = firstWorkingDayFrom(end, holidays)
      return [end, isTransfer ? firstWorkingDayFrom(addDays(lastDay, 1), holidays) : lastDay]
    }),
  )
}

/** Whether money booked on a day was sent before the discount period ended. */
export async function isWithinDiscountPeriod(
  context: Context,
  end: string,
  bookedOn: string,
  method?: PaymentMethod,
): Promise<boolean> {
  return bookedOn <= end || bookedOn <= ((await findPaymentDeadlines(context, [end], method)).get(end) ?? end)
}
