import { ArgsType, Field, InputType, Int } from 'type-graphql'
import { AtLeast, Between, HexColor, Name, NotNull, Text } from '#core/graphql/checks'
import { Sort } from '#core/graphql/list'
import { Cents, UUID } from '#core/graphql/scalars'
import { IntegratedInput, IntegratedListArgs } from '#core/integrated'
import { ProjectStatus } from './project.entity.ts'

@InputType({ description: 'The fields to change; null clears.' })
export class UpdateProjectInput extends IntegratedInput {
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
  @AtLeast(0)
  budgetMinutes?: number | null

  @Field(() => Cents, { nullable: true })
  @AtLeast(0)
  hourlyRateCents?: number | null
}

@InputType()
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

  @Field(() => Int, { nullable: true, description: 'From 0; beyond the end: at the end.' })
  @NotNull()
  @Between(0, 10_000)
  sortOrder?: number
}

@InputType()
export class CreateColumnInput extends UpdateColumnInput {
  @Field(() => String)
  @Name(100)
  override name!: string
}

@InputType()
export class MoveColumnInput {
  @Field(() => Int, { description: 'From 0; beyond the end: at the end.' })
  @Between(0, 10_000)
  position!: number
}

@ArgsType()
export class ProjectListArgs extends IntegratedListArgs {
  @Sort('Project', 'created_at', 'name')
  override sort?: string

  @Field(() => Boolean, { nullable: true, description: 'All unless sent.' })
  archived?: boolean

  @Field(() => UUID, { nullable: true })
  clientId?: string

  @Field(() => ProjectStatus, { nullable: true })
  status?: ProjectStatus
}
