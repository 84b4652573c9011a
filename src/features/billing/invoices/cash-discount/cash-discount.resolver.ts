import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { GraphqlOnly } from '#core/schema/rest'
import type { RowOrEntity } from '#core/schema/row'
import { CalendarDate, Cents } from '#core/schema/scalars'
import { addDays } from '#core/time/clock'
import { Invoice } from '../invoice.entity.ts'
import { PaymentMethod } from '../payment-method.ts'
import { findPaymentDeadlines } from './discount-deadlines.ts'
import { maxDiscountWithoutWarning } from './discount-tolerance.ts'
import { computeRemainingDiscount, type DiscountTerms, discountColumns } from './remaining-discount.ts'

@Resolver(() => Invoice)
export class CashDiscountResolver {
  @GraphqlOnly()
  @FieldResolver(() => Cents, {
    description:
      'Cash discount in cents: on an invoice what was granted with its payments, as part of `paidCents`; on a credit note what of that it takes back.',
  })
  async cashDiscountCents(@Root() invoice: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<number> {
    const discount = await loadDiscount(invoice, context)
    return discount ? (discount.takenCents ?? discount.grantedCents) : 0
  }

  @GraphqlOnly()
  @FieldResolver(() => Cents, {
    description:
      'Most in cents that a payment in time can still be granted without going beyond the terms: their percentage of what credit notes have left of the invoice, less what was granted; a cent more for rounding.',
  })
  async cashDiscountLeftCents(@Root() invoice: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<number> {
    const discount = await loadDiscount(invoice, context)
    return discount ? maxDiscountWithoutWarning(computeRemainingDiscount(discount, discount.grantedCents)) : 0
  }

  @GraphqlOnly()
  @FieldResolver(() => CalendarDate, {
    nullable: true,
    description:
      'Last day on which a payment by the method arrives in time for the cash discount: a transfer, which takes a banking day, later than others. Null where the terms grant none.',
  })
  async cashDiscountUntil(
    @Root() { issueDate, cashDiscountPercent, cashDiscountDays }: RowOrEntity<Invoice>,
    @Ctx() context: Context,
    @Arg('method', () => PaymentMethod, { description: 'How it is paid.' }) method: PaymentMethod,
  ): Promise<string | null> {
    if (!cashDiscountPercent || cashDiscountDays === null) return null
    return context.batch(
      `invoice.lastArrival.${method}`,
      addDays(issueDate, cashDiscountDays),
      async (ends) => [...(await findPaymentDeadlines(context, ends, method))],
      (arrivals, end) => new Map(arrivals).get(end) ?? end,
    )
  }
}

interface DiscountRow extends DiscountTerms {
  id: string
  grantedCents: number
  /** On a credit note, as printed. */
  takenCents: number | null
}

const loadDiscount = ({ id }: RowOrEntity<Invoice>, context: Context): Promise<DiscountRow | undefined> =>
  context.batch(
    'invoice.discount',
    id,
    (ids) =>
      context.queryBatched<DiscountRow>(
        ids,
        select`i.id, ${discountColumns(context.organizationId)},
              (i.parties #>> '{refund,discountCents}')::bigint as "takenCents"
            from invoices i where i.organization_id = ${context.organizationId} and i.id = any(${ids}::uuid[])`,
      ),
    (rows, wanted) => rows.find((row) => row.id === wanted),
  )
