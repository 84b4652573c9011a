import { Field, InputType } from 'type-graphql'
import { NotNull, Rule } from '../core/graphql/checks.ts'

/** Characters of a comment, as it is sent. */
const longest = 65_536

/** No document shows a comment: it may hold what no font of ours can draw. */
const CommentText = () =>
  Rule(
    'commentText',
    {
      de: `darf höchstens ${longest} Zeichen lang sein und kein NUL enthalten`,
      en: `must be at most ${longest} characters long, without NUL`,
    },
    (value) => typeof value !== 'string' || (value.length <= longest && !value.includes('\0')),
  )

@InputType({ description: 'The fields to change.' })
export class UpdateCommentInput {
  @Field(() => String, {
    nullable: true,
    description: 'HTML; what is not on the allow-list is taken out. `@name` tells a member by mail.',
  })
  @NotNull()
  @CommentText()
  content?: string
}

@InputType()
export class CreateCommentInput extends UpdateCommentInput {
  @Field(() => String, {
    description: 'HTML; what is not on the allow-list is taken out. `@name` tells a member by mail.',
  })
  @CommentText()
  override content!: string
}
