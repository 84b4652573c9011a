import { GraphQLEnumType, type GraphQLInputType, GraphQLNonNull } from 'graphql'
import { emptyStream } from '#core/http/large-responses'
import { type ArgumentSource, parseArguments } from '#core/rest/arguments'
import type { ByteRoute } from '#core/rest/bytes'
import { CalendarDate } from '#core/schema/scalars'
import { accounting } from './accounting.policy.ts'
import { accountingExportPath } from './accounting.resolver.ts'
import {
  type AccountingExportRequest,
  AccountingFormat,
  exportFileName,
  prepareExport,
  startExport,
} from './export-accounting.ts'

const formats = new GraphQLEnumType({
  name: 'AccountingFormat',
  values: Object.fromEntries(Object.values(AccountingFormat).map((format) => [format, {}])),
})

const queryArgument = (name: string, type: GraphQLInputType, defaultValue?: unknown): ArgumentSource => ({
  name,
  in: 'query',
  type,
  description: undefined,
  extensions: {},
  defaultValue,
})

const argumentSources = [
  queryArgument('from', new GraphQLNonNull(CalendarDate)),
  queryArgument('to', new GraphQLNonNull(CalendarDate)),
  queryArgument('format', formats, AccountingFormat.datev),
]

const day = { type: 'string', format: 'date' }

/** The export is read page by page while it is sent, after the request's transaction has ended. */
export const accountingExportRoute: ByteRoute = {
  method: 'get',
  path: '/accounting/export',
  signedPath: accountingExportPath('{format}', '{from}', '{to}'),
  may: accounting.export,
  contentType: 'application/zip',
  operationId: 'exportAccounting',
  refuses: ['validation_failed'],
  summary:
    'The books of a period as ZIP: DATEV EXTF 700, CSV for spreadsheets, or all that a tax auditor asks for (GoBD). The audit log tells it.',
  parameters: [
    {
      name: 'from',
      in: 'query',
      required: true,
      description: 'First day, inclusive.',
      schema: day,
      example: '2026-01-01',
    },
    {
      name: 'to',
      in: 'query',
      required: true,
      description: 'Last day, inclusive.',
      schema: day,
      example: '2026-03-31',
    },
    {
      name: 'format',
      in: 'query',
      description: '`datev` unless sent.',
      schema: { type: 'string', enum: Object.values(AccountingFormat), default: AccountingFormat.datev },
      example: 'csv',
    },
  ],
  async handle({ services, request, reply, operate }) {
    const prepared = await operate('read', (context) => {
      const { ticket: _, ...sent } = { ...(request.query as object), ...(request.params as object) } as Record<
        string,
        unknown
      >
      const wanted = parseArguments(argumentSources, {
        params: {},
        query: sent,
        body: {},
      }) as unknown as AccountingExportRequest
      return prepareExport(context, wanted)
    })
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${exportFileName(prepared)}"`)
      .header('cache-control', 'private, no-store')
    // HEAD exports nothing, so nothing is written to the audit log.
    return reply.send(request.method === 'HEAD' ? emptyStream() : await startExport(services, prepared))
  },
}
