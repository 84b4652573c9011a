import { ArgsType, Field, registerEnumType } from 'type-graphql'
import { UUID } from '#core/schema/scalars'
import { PeriodArgs } from './period.ts'

export enum TimeGroup {
  project = 'project',
  client = 'client',
  task = 'task',
  person = 'person',
  month = 'month',
  week = 'week',
  day = 'day',
}
registerEnumType(TimeGroup, { name: 'TimeGroup', description: 'Grouping of a report.' })

@ArgsType()
export class TimeReportArgs extends PeriodArgs {
  @Field(() => TimeGroup, {
    nullable: true,
    description: 'Grouping; defaults to `project`. Weeks are those of ISO 8601.',
  })
  groupBy?: TimeGroup

  @Field(() => UUID, { nullable: true, description: 'Only time of this client.' })
  clientId?: string

  @Field(() => UUID, { nullable: true, description: 'Only time of this project.' })
  projectId?: string

  @Field(() => UUID, { nullable: true, description: 'Only time of this member.' })
  userId?: string

  @Field(() => Boolean, { nullable: true, description: 'Only billable, or only non-billable time.' })
  billable?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Only invoiced, or only uninvoiced time.' })
  invoiced?: boolean
}
