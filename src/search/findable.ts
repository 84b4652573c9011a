import { clients } from '../clients/client.policy.ts'
import type { Permission } from '../core/access/policy.ts'
import { files } from '../files/file.policy.ts'
import { invoices } from '../invoices/invoice.policy.ts'
import { projects } from '../projects/project.policy.ts'

export enum FoundKind {
  client = 'client',
  project = 'project',
  task = 'task',
  invoice = 'invoice',
  whiteboard = 'whiteboard',
  file = 'file',
}

/** What can be found, and who may find it. */
export const findable: Readonly<Record<FoundKind, Permission>> = {
  client: clients.read,
  project: projects.read,
  task: projects.read,
  invoice: invoices.read,
  whiteboard: projects.read,
  file: files.read,
}
