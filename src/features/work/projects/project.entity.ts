import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { ExternalIdEntity } from '#core/database/external-id'
import { Cents, UUID } from '#core/schema/scalars'

export enum ProjectStatus {
  active = 'active',
  on_hold = 'on_hold',
  archived = 'archived',
}
registerEnumType(ProjectStatus, { name: 'ProjectStatus' })

/** A project of a client or an internal one; its board contains the tasks. */
@ObjectType({ simpleResolvers: true, description: 'A project, for a client or internal.' })
@Entity({ tableName: 'projects' })
export class Project extends ExternalIdEntity {
  @Field(() => String, { description: 'Name of the project.' })
  @Property({ type: 'text' })
  name!: string

  @Field(() => UUID, { nullable: true, description: 'Client the project is for; null for internal projects.' })
  @Property({ type: 'uuid', nullable: true })
  clientId: string | null = null

  @Field(() => String, { nullable: true, description: 'Colour in lists and calendars, `#rrggbb`.' })
  @Property({ type: 'text', nullable: true })
  color: string | null = null

  @Field(() => ProjectStatus, { description: 'Status of the project.' })
  @Enum({ items: () => ProjectStatus, columnType: 'text' })
  status: Opt<ProjectStatus> = ProjectStatus.active

  @Field(() => String, { nullable: true, description: 'Description of the project.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => Int, { nullable: true, description: 'Time budget in minutes.' })
  @Property({ type: 'integer', nullable: true })
  budgetMinutes: number | null = null

  @Field(() => Cents, {
    nullable: true,
    description: 'Hourly rate in cents; defaults to that of the client, then the member, then the organization.',
  })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null
}
