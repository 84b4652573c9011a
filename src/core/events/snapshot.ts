/** A resource's REST representation at the time of an event. */
export type Snapshot = Record<string, unknown>
