/** What a resource showed at a moment, as REST represents it: what its event carries. */
export type Snapshot = Record<string, unknown>
