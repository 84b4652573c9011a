import { Field, InputType, Int } from 'type-graphql'
import { Between, Name, NotNull } from '#core/schema/checks'

@InputType({ description: 'The fields to change.' })
export class UpdateSubtaskInput {
  @Field(() => String, { nullable: true })
  @NotNull()
  @Name(500)
  title?: string

  @Field(() => Boolean, { nullable: true })
  @NotNull()
  done?: boolean

  @Field(() => Int, { nullable: true, description: 'Position, counted from 0; a larger value means the end.' })
  @NotNull()
  @Between(0, 10_000)
  position?: number
}

@InputType({ description: 'The step to add.' })
export class CreateSubtaskInput extends UpdateSubtaskInput {
  @Field(() => String)
  @Name(500)
  override title!: string
}
