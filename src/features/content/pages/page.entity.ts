import { BigIntType, type Hidden } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

/** A page, optionally of a project and below another page. */
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

  /** Order among siblings, with gaps; exposed as `position`. */
  @Property({ type: new BigIntType('number'), hidden: true })
  rank!: Hidden<number>

  /** The current version. Not a foreign key, because versions refer to their page. */
  @Property({ type: 'uuid', hidden: true })
  contentId!: Hidden<string>

  /** Text for search. */
  @Property({ type: 'text', lazy: true, hidden: true })
  text!: Hidden<string>
}

@ObjectType('Page', { simpleResolvers: true, description: 'A page with its content.' })
export class PageWithContent extends Page {}
