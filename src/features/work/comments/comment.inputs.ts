import { Field, InputType } from 'type-graphql'
import { NotNull, Text } from '#core/schema/checks'

/** Characters of a comment as sent. */
const longest = 65_536

@InputType({ description: 'The fields to change.' })
export class UpdateCommentInput {
  @Field(() => String, {
    nullable: true,
    description: 'HTML; elements that are not allowed are removed. `@name` notifies a member by mail.',
  })
  @NotNull()
  @Text(longest)
  content?: string
}

@InputType({ description: 'The comment to write.' })
export class CreateCommentInput extends UpdateCommentInput {
  @Field(() => String, {
    description: 'HTML; elements that are not allowed are removed. `@name` notifies a member by mail.',
  })
  @Text(longest)
  override content!: string
}
