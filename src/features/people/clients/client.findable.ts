import type { Findable } from '#core/database/findable'
import { clients } from './client.policy.ts'

/** Clients by their names. */
export const clientFindable = { kind: 'client', table: 'clients', permission: clients.read } satisfies Findable
