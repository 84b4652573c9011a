import type { Context } from '#core/operation/context'
import { addDays, firstWorkingDayFrom } from '#core/time/clock'
import { readDeadlineHolidays } from '#features/calendar/holidays/read-holidays'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PaymentMethod } from '../payment-method.ts'

/**
 * Until when what is paid within the period of a cash discount arrives, by the last day of the period. One that ends on
 * a weekend or holiday goes on until the next working day (§ 193 BGB), and a transfer arrives a banking day later (§ 675s BGB).
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

/** Money that was booked on that day was sent within the period that ends on the other. */
export async function isWithinDiscountPeriod(
  context: Context,
  end: string,
  bookedOn: string,
  method?: PaymentMethod,
): Promise<boolean> {
  return bookedOn <= end || bookedOn <= ((await findPaymentDeadlines(context, [end], method)).get(end) ?? end)
}
