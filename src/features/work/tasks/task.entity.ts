import { BigIntType, type Opt } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Tallied } from '#core/database/tally'
import { CalendarDate, Cents, DateTime, UUID } from '#core/graphql/scalars'
import { IntegratedEntity } from '#core/integrated'

export enum TaskStatus {
  open = 'open',
  done = 'done',
}
registerEnumType(TaskStatus, { name: 'TaskStatus' })

export enum TaskPriority {
  none = 'none',
  low = 'low',
  medium = 'medium',
  high = 'high',
  urgent = 'urgent',
}
registerEnumType(TaskPriority, { name: 'TaskPriority' })

/** A piece of work, in a column of its project's board. */
@ObjectType({ simpleResolvers: true, description: "A piece of work, in a column of its project's board." })
@Entity({ tableName: 'tasks' })
@Tallied(() => ({ tasks: 1 }))
export class Task extends IntegratedEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  title!: string

  @Field(() => UUID)
  @Property({ type: 'uuid' })
  projectId!: string

  @Field(() => UUID)
  @Property({ type: 'uuid' })
  columnId!: string

  /** Where it stands among the column's tasks, done ones too: a decimal, as text. What people see is `position`. */
  @Property({ type: 'string', columnType: 'numeric', hidden: true, lazy: true })
  rank!: string

  @Field(() => String, { nullable: true, description: 'HTML, through an allow-list.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => CalendarDate, { nullable: true })
  @Property({ type: 'date', nullable: true })
  dueDate: string | null = null

  @Field(() => CalendarDate, { nullable: true })
  @Property({ type: 'date', nullable: true })
  startDate: string | null = null

  @Field(() => TaskPriority)
  @Enum({ items: () => TaskPriority, columnType: 'task_priority' })
  priority: Opt<TaskPriority> = TaskPriority.none

  @Field(() => Int, { nullable: true })
  @Property({ type: 'integer', nullable: true })
  estimateMinutes: number | null = null

  @Field(() => Cents, { nullable: true })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => TaskStatus)
  @Enum({ items: () => TaskStatus, columnType: 'text' })
  status: Opt<TaskStatus> = TaskStatus.open

  @Field(() => DateTime, { nullable: true })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  completedAt: Date | null = null

  /** Open ↔ done; answers whether that changed anything. */
  become(status: TaskStatus, at: Date): boolean {
    if (status === this.status) return false
    this.status = status
    this.completedAt = status === TaskStatus.done ? at : null
    return true
  }
}
