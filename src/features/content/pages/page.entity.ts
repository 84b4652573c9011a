import { BigIntType, type Hidden } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

/** A page, of a project or of none, under another page or at the top. */
@ObjectType('PageSummary', { simpleResolvers: true, description: 'A page without its content.' })
@Entity({ tableName: 'pages' })
export class Page extends TenantEntity {
  @Field(() => String, { description: 'Title of the page.' })
  @Property({ type: 'text' })
  title!: string

  @Field(() => String, { nullable: true, description: 'Icon of the page, an emoji.' })
  @Property({ type: 'text', nullable: true })
  icon: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Page that this one lies under; null at the top.' })
  @Property({ type: 'uuid', nullable: true })
  parentId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Project of the page; null if it belongs to none.' })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @Field(() => Boolean, { description: 'Whether the page is offered as a template of others.' })
  @Property({ type: 'boolean' })
  template: boolean = false

  /** Orders the pages under one parent, with gaps; what people see is `position`. */
  @Property({ type: new BigIntType('number'), hidden: true })
  rank!: Hidden<number>

  /** The version that holds the content. Without a foreign key, for that version refers to its page. */
  @Property({ type: 'uuid', hidden: true })
  contentId!: Hidden<string>

  /** The words of the content, to be searched. */
  @Property({ type: 'text', lazy: true, hidden: true })
  text!: Hidden<string>
}

/** With its content, which may be large: one at a time. */
@ObjectType('Page', { simpleResolvers: true, description: 'A page with its content.' })
export class PageWithContent extends Page {}
