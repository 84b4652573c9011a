import type { Findable } from '#core/database/findable'
import { invoices } from './invoice.policy.ts'

/** Invoices and credit notes by their numbers. */
export const invoiceFindable = { kind: 'invoice', table: 'invoices', permission: invoices.read } satisfies Findable
