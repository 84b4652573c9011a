import { ArgsType, Field, registerEnumType } from 'type-graphql'
import { UUID } from '#core/graphql/scalars'
import { PeriodArgs } from './period.ts'

export enum TimeGroup {
  project = 'project',
  client = 'client',
  person = 'person',
  month = 'month',
  week = 'week',
  day = 'day',
}
registerEnumType(TimeGroup, { name: 'TimeGroup', description: 'What a row of the report stands for.' })

@ArgsType()
export class TimeReportArgs extends PeriodArgs {
  @Field(() => TimeGroup, { nullable: true, description: '`project` unless sent; weeks are those of ISO 8601.' })
  groupBy?: TimeGroup

  @Field(() => UUID, { nullable: true })
  clientId?: string

  @Field(() => UUID, { nullable: true })
  projectId?: string

  @Field(() => UUID, { nullable: true })
  userId?: string

  @Field(() => Boolean, { nullable: true })
  billable?: boolean
}
