import type { PartitionedTable } from '#core/database/partitions'
import { eventsTable } from '#core/events/stored-events'

/** Deliveries go with the month of their events, whatever became of them. */
export const deliveriesTable: PartitionedTable = { ...eventsTable, table: 'webhook_deliveries', column: 'event_at' }
