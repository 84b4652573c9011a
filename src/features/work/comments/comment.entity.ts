import type { Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** What somebody says about a task. */
@ObjectType({ simpleResolvers: true, description: 'What somebody says about a task.' })
@Entity({ tableName: 'comments' })
export class Comment extends TenantEntity {
  @Field(() => UUID)
  @Property({ type: 'uuid' })
  taskId!: string

  @Field(() => UUID, { nullable: true, description: 'Who wrote it; null for the assistant.' })
  @Property({ type: 'uuid', nullable: true })
  authorId: string | null = null

  @Property({ type: 'text' })
  authorName!: string

  @Field(() => Boolean, { description: 'Whether the assistant wrote it.' })
  @Property({ type: 'boolean' })
  assistant: Opt<boolean> = false

  @Field(() => UUID, { nullable: true, description: 'The comment that the assistant answers.' })
  @Property({ type: 'uuid', nullable: true })
  replyTo: string | null = null

  @Field(() => String, { description: 'HTML, through an allow-list.' })
  @Property({ type: 'text' })
  content!: string
}
