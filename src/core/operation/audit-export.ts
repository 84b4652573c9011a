import type { AuditAction } from '../../audit-actions.ts'
import type { Context } from './context.ts'
import { operateAsSystem } from './operation.ts'
import type { Services } from './services.ts'

/** Read while the export is prepared. */
export interface Exporter {
  organizationId: string
  actor: Context['actor']
}

export function toExporter({ organizationId, actor: { type, id, name } }: Context): Exporter {
  return { organizationId, actor: { type, id, name } }
}

/** Records an export in the audit log before its first byte is sent, because the export's own operation only reads. */
export const recordExport = (
  services: Services,
  { organizationId, actor }: Exporter,
  action: AuditAction & `${string}.exported`,
  after: Record<string, unknown> = {},
  id: string | null = null,
): Promise<void> =>
  operateAsSystem(services, organizationId, async (context) => context.audit(action, { id, after }), actor)
