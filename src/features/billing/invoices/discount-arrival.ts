import type { Context } from '#core/operation/context'
import { addDays, workingDayFrom } from '#core/time/clock'
import { readHolidays } from '#features/calendar/holidays/read-holidays'
import { readOrganization } from '#features/people/organizations/organization.reads'
import { PaymentMethod } from './payment-method.ts'

/** Germany, where no state is known: what is a holiday in all of them. */
const everyState = 'DE'

/** Holidays and weekends in a row are fewer. */
const longestRest = 14

/**
 * Until when what is paid within the period of a cash discount arrives, by the last day of the period. One that ends on
 * a weekend or holiday goes on until the next working day (§ 193 BGB), and a transfer arrives a banking day later (§ 675s BGB).
 */
export async function lastArrivals(
  context: Context,
  ends: Iterable<string>,
  method = PaymentMethod.bank_transfer,
): Promise<Map<string, string>> {
  const days = [...new Set(ends)]
  if (!days.length) return new Map()
  const region = (await readOrganization(context)).holidayRegion ?? everyState
  return new Map(
    await Promise.all(
      days.map(async (end) => {
        const holidays = await readHolidays(context, region, { from: end, to: addDays(end, longestRest) })
        const closed = new Set(holidays.map(({ date }) => date))
        const lastDay = workingDayFrom(end, closed)
        const isTransfer = method === PaymentMethod.bank_transfer
        return [end, isTransfer ? workingDayFrom(addDays(lastDay, 1), closed) : lastDay] as const
      }),
    ),
  )
}

/** Money that was booked on that day was sent within the period that ends on the other. */
export async function isSentInTime(
  context: Context,
  end: string,
  bookedOn: string,
  method?: PaymentMethod,
): Promise<boolean> {
  return bookedOn <= end || bookedOn <= ((await lastArrivals(context, [end], method)).get(end) ?? end)
}
