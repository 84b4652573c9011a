import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { UUID } from '#core/graphql/scalars'

/** A drawing, of a project or of none. */
@ObjectType('WhiteboardSummary', { simpleResolvers: true, description: 'A drawing, without its scene.' })
@Entity({ tableName: 'whiteboards' })
export class Whiteboard extends TenantEntity {
  @Field(() => UUID, { nullable: true })
  @Property({ type: 'uuid', nullable: true })
  projectId: string | null = null

  @Field(() => String)
  @Property({ type: 'text' })
  title!: string

  /** As text keeps it: the order of its keys too. Read where it is asked for, for it may be large. */
  @Property({ type: 'json', columnType: 'json', lazy: true, hidden: true, nullable: true })
  scene: unknown
}

/** With its scene, which may be large: one at a time. */
@ObjectType('Whiteboard', { simpleResolvers: true, description: 'A drawing, of a project or of none.' })
export class WhiteboardWithScene extends Whiteboard {}
