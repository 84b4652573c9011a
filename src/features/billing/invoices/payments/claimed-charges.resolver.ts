import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { Context } from '#core/operation/context'
import { GraphqlOnly } from '#core/schema/rest'
import type { RowOrEntity } from '#core/schema/row'
import { Cents } from '#core/schema/scalars'
import { Invoice } from '../invoice.entity.ts'
import { selectUnpaidCharges, type UnpaidCharges } from './reminder-charges.ts'

@Resolver(() => Invoice)
export class ClaimedChargesResolver {
  @GraphqlOnly()
  @FieldResolver(() => Cents, {
    description: 'Fees and interest in cents that reminders have claimed and no payment has settled yet.',
  })
  claimedChargesCents(@Root() { id }: RowOrEntity<Invoice>, @Ctx() context: Context): Promise<number> {
    return context.batch(
      'invoice.claimedCharges',
      id,
      (ids) => context.queryBatched<UnpaidCharges>(ids, selectUnpaidCharges(context, ids)),
      (rows, wanted) => rows.find((row) => row.id === wanted)?.leftCents ?? 0,
    )
  }
}
