import { Field, Float, InputType, registerEnumType } from 'type-graphql'
import { Between, Decimals } from '#core/schema/checks'
import { CalendarDate, UUID } from '#core/schema/scalars'

export enum BillingGranularity {
  task = 'task',
  entry = 'entry',
}
registerEnumType(BillingGranularity, { name: 'BilledPer', description: 'How time is grouped into line items.' })

@InputType({ description: 'The time to bill.' })
export class BillTimeInput {
  @Field(() => UUID, { description: 'Client whose time is billed.' })
  clientId!: string

  @Field(() => UUID, { nullable: true, description: 'Project of the client; defaults to all of them.' })
  projectId?: string | null

  @Field(() => CalendarDate, { description: 'Only entries started on or after this day (Europe/Berlin).' })
  from!: string

  @Field(() => CalendarDate, { description: 'Only entries started on or before this day (Europe/Berlin).' })
  to!: string

  @Field(() => BillingGranularity, { nullable: true, description: 'Type of resource; defaults to `task`.' })
  per?: BillingGranularity | null

  @Field(() => Float, {
    nullable: true,
    description: 'VAT rate in percent; defaults to 0 where the supply is taxed elsewhere or exempt, otherwise to 19.',
  })
  @Between(0, 100)
  @Decimals(2)
  taxRate?: number | null
}
