import { closeAfterTimeout, emptyStream } from '#core/http/large-responses'
import { enforceResponseDataRate } from '#core/http/response-data-rate'
import type { ByteRoute } from '#core/rest/bytes'
import { organizationExport } from './export.policy.ts'
import { exportPath } from './export.resolver.ts'
import { exportFileName, prepareExport, streamExport } from './export-organization.ts'

const longestMs = 3 * 60 * 60_000

/** Streams after the end of the operation's transaction. */
export const organizationExportRoute: ByteRoute = {
  method: 'get',
  path: '/organization/export',
  signedPath: exportPath,
  may: organizationExport.export,
  contentType: 'application/zip',
  operationId: 'exportOrganization',
  refuses: ['invalid_state'],
  summary:
    'All that the organization has as ZIP: every table as JSON lines, archived documents and files, without credentials. `kontor org import` reads it into another installation. Recorded in the audit log.',
  parameters: [],
  async handle({ services, request, reply, operate }) {
    const prepared = await operate('read', async (context) => prepareExport(context))
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${exportFileName(services.clock.now())}"`)
      .header('cache-control', 'private, no-store')
    if (request.method === 'HEAD') return reply.send(emptyStream())
    const zip = await streamExport(services, prepared, {
      // Ends the download of slow readers. Until the tables are read, there is little to download.
      onSpooled: () => enforceResponseDataRate(reply),
    })
    closeAfterTimeout(longestMs, request, reply)
    return reply.send(zip)
  },
}
