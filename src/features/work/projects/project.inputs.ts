import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { ExternalIdInput, ExternalIdListArgs } from '#core/database/external-id'
import { Between, HexColor, Minimum, Name, NotNull, Text } from '#core/schema/checks'
import { Sort } from '#core/schema/list'
import { Cents, UUID } from '#core/schema/scalars'
import { ProjectStatus } from './project.entity.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateProjectInput extends ExternalIdInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name()
  name?: string

  @Field(() => UUID, { nullable: true })
  clientId?: string | null

  @Field(() => String, { nullable: true })
  @HexColor()
  color?: string | null

  @Field(() => ProjectStatus, { nullable: true })
  @NotNull()
  status?: ProjectStatus

  @Field(() => String, { nullable: true })
  @Text(10_000)
  description?: string | null

  @Field(() => Int, { nullable: true })
  @Minimum(0)
  budgetMinutes?: number | null

  @Field(() => Cents, { nullable: true })
  @Minimum(0)
  hourlyRateCents?: number | null
}

@InputType({ description: 'The project to create.' })
export class CreateProjectInput extends UpdateProjectInput {
  @Field(() => String)
  @Name()
  override name!: string
}

@InputType({ description: 'The fields to change.' })
export class UpdateColumnInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name(100)
  name?: string

  @Field(() => Int, { nullable: true, description: 'Position, counted from 0; a larger value means the end.' })
  @NotNull()
  @Between(0, 10_000)
  sortOrder?: number
}

@InputType({ description: 'The column to add.' })
export class CreateColumnInput extends UpdateColumnInput {
  @Field(() => String)
  @Name(100)
  override name!: string
}

@InputType({ description: 'Where to move the column.' })
export class MoveColumnInput {
  @Field(() => Int, { description: 'Position, counted from 0; a larger value means the end.' })
  @Between(0, 10_000)
  position!: number
}

@ArgsType()
export class ProjectListArgs extends ExternalIdListArgs {
  @Sort('Project', 'created_at', 'name')
  override sort?: string

  @Field(() => Boolean, { nullable: true, description: 'Defaults to all.' })
  archived?: boolean

  @Field(() => UUID, { nullable: true })
  clientId?: string

  @Field(() => ProjectStatus, { nullable: true })
  status?: ProjectStatus
}
