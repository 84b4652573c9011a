import type { PartitionedTable } from '#core/database/partitions'
import { eventsTable } from '#core/events/stored-events'

/** Deliveries are deleted with the month of their events. */
export const deliveriesTable: PartitionedTable = { ...eventsTable, table: 'webhook_deliveries', column: 'event_at' }
