import type { PartitionedTable } from '#core/database/partitions'
import { storedEvents } from '#core/events/stored-events'

/** Deliveries go with the month of their events, whatever became of them. */
export const storedDeliveries: PartitionedTable = { ...storedEvents, table: 'webhook_deliveries', column: 'event_at' }
