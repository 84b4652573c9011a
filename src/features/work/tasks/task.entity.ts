import { BigIntType, type Hidden, type Opt, Type } from '@mikro-orm/core'
import { Entity, Enum, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Counted } from '#core/database/counter'
import { ExternalIdEntity } from '#core/database/external-id'
import { CalendarDate, Cents, DateTime, UUID } from '#core/schema/scalars'

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

/** An arbitrary-precision decimal, read as text. */
class Decimal extends Type<string, string> {
  override convertToJSValueSQL = (key: string) => `${key}::text`
  override getColumnType = () => 'numeric'
  override compareAsType = () => 'string'
}

/** Counter of the tasks of a project or column by status. */
export const taskCounterKey = (placeId: string, status: TaskStatus) => `tasks:${placeId}:${status}`

/** Counter of a column's open tasks within a range of ranks, used to compute positions. */
export const openTaskCounterKey = (columnId: string, rankRange: string) => `open:${columnId}:${rankRange}`

/** A range of a hundred integer ranks, named by their common prefix. */
function rankRange(rank: string): string {
  const [whole = '', decimals] = rank.split('.')
  const floor = BigInt(whole) - (rank.startsWith('-') && decimals ? 1n : 0n)
  return String(floor + 5_000_000_000_000_000n).slice(0, 14)
}

/** A task in a column of its project's board. */
@ObjectType({ simpleResolvers: true, description: "A task, in a column of its project's board." })
@Entity({ tableName: 'tasks' })
@Counted(({ projectId, columnId, rank, status }: Task) => ({
  tasks: 1,
  [taskCounterKey(projectId, status)]: 1,
  [taskCounterKey(columnId, status)]: 1,
  ...(status === TaskStatus.open && { [openTaskCounterKey(columnId, rankRange(rank))]: 1 }),
}))
export class Task extends ExternalIdEntity {
  @Field(() => String, { description: 'Title of the task.' })
  @Property({ type: 'text' })
  title!: string

  @Field(() => UUID, { description: 'Project of the task.' })
  @Property({ type: 'uuid' })
  projectId!: string

  @Field(() => UUID, { description: 'Column of the board that holds the task.' })
  @Property({ type: 'uuid' })
  columnId!: string

  /** Order within the column, including done tasks, as decimal text; exposed as `position`. */
  @Property({ type: Decimal, hidden: true })
  rank!: Hidden<string>

  @Field(() => String, { nullable: true, description: 'Description as sanitized HTML.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null

  @Field(() => CalendarDate, { nullable: true, description: 'Date by which the task is due.' })
  @Property({ type: 'date', nullable: true })
  dueDate: string | null = null

  @Field(() => CalendarDate, { nullable: true, description: 'Date on which work is to start.' })
  @Property({ type: 'date', nullable: true })
  startDate: string | null = null

  @Field(() => TaskPriority, { description: 'Priority of the task.' })
  @Enum({ items: () => TaskPriority, columnType: 'task_priority' })
  priority: Opt<TaskPriority> = TaskPriority.none

  @Field(() => Int, { nullable: true, description: 'Estimated effort in minutes.' })
  @Property({ type: 'integer', nullable: true })
  estimateMinutes: number | null = null

  @Field(() => Cents, { nullable: true, description: 'Hourly rate in cents; defaults to that of the project.' })
  @Property({ type: new BigIntType('number'), nullable: true })
  hourlyRateCents: number | null = null

  @Field(() => TaskStatus, { description: 'Whether the task is open or done.' })
  @Enum({ items: () => TaskStatus, columnType: 'text' })
  status: Opt<TaskStatus> = TaskStatus.open

  @Field(() => DateTime, { nullable: true, description: 'When the task was completed; null while it is open.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  completedAt: Date | null = null

  /** Returns true if the status changed. */
  become(status: TaskStatus, at: Date): boolean {
    if (status === this.status) return false
    this.status = status
    this.completedAt = status === TaskStatus.done ? at : null
    return true
  }
}
