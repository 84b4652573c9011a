import { roles } from '#core/access/policy'
import { select } from '#core/database/select'
import type { NoticeSource } from '#core/operation/notices'
import { startOfHalfYear } from './claim/interest.ts'

/**
 * Notice that the base rate of this half-year is missing, for organizations with overdue invoices or automatic
 * reminders.
 */
export const missingBaseRateNotice: NoticeSource = {
  kind: 'base_rate_missing',
  readable: new Set(roles.administrators),
  async find(context) {
    const { organizationId, clock } = context
    const today = clock.today()
    const halfYear = startOfHalfYear(today)
    const [found] = await context.query(
      select`o.id from organizations o
          where o.id = ${organizationId} and not exists (select from base_rates where valid_from = ${halfYear})
            and (o.dunning @> '{"automatic": true}' or exists (select from invoices i
              where i.organization_id = ${organizationId} and i.kind <> 'credit_note' and i.open_cents > 0
                and i.status in ('sent', 'partially_paid', 'overdue') and i.due_date < ${today}))`,
    )
    return found ? [{ message, path: '/settings/dunning', since: new Date(`${halfYear}T00:00:00+01:00`) }] : []
  },
}

const message = {
  de: 'Der Basiszinssatz dieses Halbjahrs fehlt (§ 247 BGB): Verzugszinsen rechnen mit dem vorigen Satz, und Mahnungen mit Zinsen werden nicht automatisch versendet.',
  en: 'The base rate of this half-year is missing (§ 247 BGB): default interest is calculated at the previous rate, and reminders with interest are not sent automatically.',
}
