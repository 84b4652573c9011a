import type { Hidden } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

/** A content that a page has, had, or was to have. */
@ObjectType('PageVersionSummary', { simpleResolvers: true, description: 'A version of a page without its content.' })
@Entity({ tableName: 'page_versions' })
export class PageVersion extends TenantEntity {
  @Field(() => UUID, { description: 'Page of the version.' })
  @Property({ type: 'uuid' })
  pageId!: string

  @Property({ type: 'uuid', nullable: true })
  authorId: string | null = null

  @Property({ type: 'text' })
  authorName!: string

  @Field(() => Boolean, {
    description:
      'Whether the content was refused (412), for the page had changed meanwhile. Whoever reads the page sees it, as any version.',
  })
  @Property({ type: 'boolean' })
  refused: boolean = false

  /** As text keeps it: the order of its keys too. Read where it is asked for, for it may be large. */
  @Property({ type: 'json', columnType: 'json', lazy: true, hidden: true })
  content!: Hidden<object>

  @Field(() => Int, { description: 'Size of the content in bytes, as JSON.' })
  @Property({ type: 'integer' })
  sizeBytes!: number
}

/** With its content, one at a time. */
@ObjectType('PageVersion', { simpleResolvers: true, description: 'A version of a page with its content.' })
export class PageVersionWithContent extends PageVersion {}
