import type { Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

@ObjectType({ simpleResolvers: true, description: 'A comment on a task.' })
@Entity({ tableName: 'comments' })
export class Comment extends TenantEntity {
  @Field(() => UUID, { description: 'Task that the comment is about.' })
  @Property({ type: 'uuid' })
  taskId!: string

  @Field(() => UUID, {
    nullable: true,
    description: 'Member who wrote the comment; null for the assistant, and where they have left.',
  })
  @Property({ type: 'uuid', nullable: true })
  authorId: string | null = null

  @Property({ type: 'text' })
  authorName!: string

  @Field(() => Boolean, { description: 'Whether the assistant wrote the comment.' })
  @Property({ type: 'boolean' })
  assistant: Opt<boolean> = false

  @Field(() => UUID, { nullable: true, description: 'Comment that the assistant answers.' })
  @Property({ type: 'uuid', nullable: true })
  replyTo: string | null = null

  @Field(() => String, { description: 'Text as sanitized HTML.' })
  @Property({ type: 'text' })
  content!: string
}
