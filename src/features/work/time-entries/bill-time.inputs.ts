import { Field, Float, InputType, registerEnumType } from 'type-graphql'
import { Between, Decimals } from '#core/graphql/checks'
import { CalendarDate, UUID } from '#core/graphql/scalars'

export enum BilledPer {
  task = 'task',
  entry = 'entry',
}
registerEnumType(BilledPer, { name: 'BilledPer', description: 'What a line of the invoice stands for.' })

@InputType({ description: 'Whose time is billed, and which.' })
export class BillTimeInput {
  @Field(() => UUID)
  clientId!: string

  @Field(() => UUID, { nullable: true, description: 'One project of the client; all of them unless sent.' })
  projectId?: string | null

  @Field(() => CalendarDate, { description: 'Begun on this day in Berlin or later.' })
  from!: string

  @Field(() => CalendarDate, { description: 'Begun on this day in Berlin or earlier.' })
  to!: string

  @Field(() => BilledPer, { nullable: true, description: '`task` unless sent.' })
  per?: BilledPer | null

  @Field(() => Float, {
    nullable: true,
    description: 'Percent; unless sent 0 where the law taxes the service elsewhere or not, else 19.',
  })
  @Between(0, 100)
  @Decimals(2)
  taxRate?: number | null
}
