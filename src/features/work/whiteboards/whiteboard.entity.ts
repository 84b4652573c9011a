import type { Hidden } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/schema/scalars'

/** A whiteboard, optionally of a project. */
@ObjectType('WhiteboardSummary', { simpleResolvers: true, description: 'A whiteboard without its scene.' })
@Entity({ tableName: 'whiteboards' })
export class Whiteboard extends TenantEntity {
  @Field(() => UUID, { nullable: true, description: 'Project of the whiteboard; null if it belongs to none.' })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @Field(() => String, { description: 'Title of the whiteboard.' })
  @Property({ type: 'text' })
  title!: string

  /** `json` keeps the order of keys. Lazy, because it may be large. */
  @Property({ type: 'json', columnType: 'json', lazy: true, hidden: true, nullable: true })
  scene?: Hidden<object> | null
}

@ObjectType('Whiteboard', { simpleResolvers: true, description: 'A whiteboard with its scene.' })
export class WhiteboardWithScene extends Whiteboard {}
