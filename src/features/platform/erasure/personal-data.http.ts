import { notFound } from '#core/errors/problem'
import { closeAfterTimeout, emptyStream } from '#core/http/large-responses'
import { enforceResponseDataRate } from '#core/http/response-data-rate'
import type { ByteRoute } from '#core/rest/bytes'
import { isUuid } from '#core/schema/scalars'
import { toBerlinDate } from '#core/time/clock'
import { erasure } from './erasure.policy.ts'
import { preparePersonalData, streamPersonalData } from './export-person.ts'
import { PersonKind } from './holdings.ts'

const folders: Readonly<Record<PersonKind, string>> = { client: 'clients', guest: 'bookings', member: 'members' }

/** Path of the signed download URL. */
export const personalDataPath = (kind: PersonKind, id: string) => `/documents/${folders[kind]}/${id}/personal-data`

const maxExportMs = 60 * 60_000

const createExportRoute = (kind: PersonKind, operationId: string, whose: string): ByteRoute => ({
  method: 'get',
  path: `/${folders[kind]}/{id}/personal-data`,
  signedPath: personalDataPath(kind, '{id}'),
  may: erasure.manage,
  contentType: 'application/zip',
  operationId,
  summary: `All that is stored about ${whose} as ZIP: each kind of record as JSON lines, and archived documents (Art. 15 and 20 GDPR). The audit log tells it.`,
  parameters: [],
  async handle({ services, request, reply, operate }) {
    const { id } = request.params as { id: string }
    const prepared = await operate('read', async (context) => {
      if (!isUuid(id)) throw notFound()
      return preparePersonalData(context, kind, id)
    })
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="personal-data_${toBerlinDate(services.clock.now())}.zip"`)
      .header('cache-control', 'private, no-store')
    if (request.method === 'HEAD') return reply.send(emptyStream())
    const zip = await streamPersonalData(services, prepared)
    enforceResponseDataRate(reply)
    closeAfterTimeout(maxExportMs, request, reply)
    return reply.send(zip)
  },
})

export const personalDataRoutes: readonly ByteRoute[] = [
  createExportRoute(PersonKind.client, 'exportClientData', 'a client and its contacts'),
  createExportRoute(PersonKind.guest, 'exportGuestData', 'the guest of a booking'),
  createExportRoute(PersonKind.member, 'exportMemberData', 'a member'),
]
