import { Field, InputType } from 'type-graphql'
import { NotNull, Text } from '#core/graphql/checks'

/** Characters of a comment, as it is sent. */
const longest = 65_536

@InputType({ description: 'The fields to change.' })
export class UpdateCommentInput {
  @Field(() => String, {
    nullable: true,
    description: 'HTML; what is not on the allow-list is taken out. `@name` tells a member by mail.',
  })
  @NotNull()
  @Text(longest)
  content?: string
}

@InputType()
export class CreateCommentInput extends UpdateCommentInput {
  @Field(() => String, {
    description: 'HTML; what is not on the allow-list is taken out. `@name` tells a member by mail.',
  })
  @Text(longest)
  override content!: string
}
