import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Cents, UUID } from '#core/graphql/scalars'
import { IntegratedEntity } from '#core/integrated'

export enum ProjectStatus {
  active = 'active',
  on_hold = 'on_hold',
  archived = 'archived',
}
registerEnumType(ProjectStatus, { name: 'ProjectStatus' })

/** What is worked on, for a client or for oneself: its board of columns holds the tasks. */
@ObjectType({ simpleResolvers: true, description: 'What is worked on, for a client or for oneself.' })
@Entity({ tableName: 'projects' })
export class Project extends IntegratedEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string

  @Field(() => UUID, { nullable: true })
  @Property({ type: 'uuid', nullable: true })
  clientId: string | null = null

  @Field(() => String, { nullable: true, description: '`#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  color: string | null = null

  @Field(() => ProjectStatus)
  @Enum({ items: () => ProjectStatus, columnType: 'text' })
  status: Opt<ProjectStatus> = ProjectStatus.active

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => Int, { nullable: true })
  @Property({ type: 'integer', nullable: true })
  budgetMinutes: number | null = null

  @Field(() => Cents, { nullable: true })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null
}
