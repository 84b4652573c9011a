import type { Hidden } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

/** The current, an earlier or a rejected content of a page. */
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

  /** `json` keeps the order of keys. Lazy, because it may be large. */
  @Property({ type: 'json', columnType: 'json', lazy: true, hidden: true })
  content!: Hidden<object>

  @Field(() => Int, { description: 'Size of the content in bytes, as JSON.' })
  @Property({ type: 'integer' })
  sizeBytes!: number
}

@ObjectType('PageVersion', { simpleResolvers: true, description: 'A version of a page with its content.' })
export class PageVersionWithContent extends PageVersion {}
